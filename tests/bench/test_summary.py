"""The last lines of `xomp bench`: what they say of a machine on which others worked, too."""
import io
import sys
import unittest

from command import ROOT

sys.path.insert(0, str(ROOT / "bench"))
from session import summary  # noqa: E402


def samples(others_shares):
    for number, share in enumerate(others_shares):
        for peer, wall_s in (("xomp", 0.1), ("libgomp", 0.2)):
            yield {"kind": "sample", "key": f"fib/small/tasks/2/gcc/{peer}", "peer": peer, "version": "tasks", "threads": 2, "compiler": "gcc",
                   "policy": "", "run": number, "wall_s": wall_s, "others_share": share}


def printed(others_shares, **peaks_mib):
    out = io.StringIO()
    records = [{**s, "peak_kb": peaks_mib[s["peer"]] * 1024} if peaks_mib else s for s in samples(others_shares)]
    summary.print_summary(records, out)
    return out.getvalue()


class Memory(unittest.TestCase):
    def test_each_runtime_has_a_column(self):
        text = printed([0.0], xomp=20, libgomp=30)
        self.assertRegex(text, r"memory at most, MiB +threads +libgomp +XOMP gcc")
        self.assertRegex(text, r"fib/small +2 +30.0 +20.0")
        self.assertNotIn("times the memory", text)

    def test_more_than_twice_the_best_peers_is_said(self):
        text = printed([0.0], xomp=70, libgomp=30)
        self.assertIn("Where it takes more than 2 times the memory of the best peer:\n  fib/small, 2 threads: xomp 70 MiB, libgomp 30\n", text)
        self.assertNotIn("times the memory", printed([0.0], xomp=15, libgomp=2))


class Processors(unittest.TestCase):
    @staticmethod
    def printed(**figures):
        """Of runs of ten operations each; figures: {peer: fields}"""
        out = io.StringIO()
        summary.print_summary([{**s, "operations": 10, **figures[s["peer"]]} for s in samples([0.0])], out)
        return out.getvalue()

    def test_processor_time_stands_beside_wall_time(self):
        text = self.printed(xomp={"cpu_s": 0.2}, libgomp={"cpu_s": 0.4})
        self.assertRegex(text, r"processor time of one operation +threads +libgomp +XOMP gcc")
        self.assertRegex(text, r"fib/small +2 +40 ms +20 ms")
        self.assertNotIn("times the processor time", text)
        self.assertNotIn("joules", text)

    def test_clearly_more_than_the_thriftiest_peer_is_said(self):
        text = self.printed(xomp={"cpu_s": 0.6}, libgomp={"cpu_s": 0.4})
        self.assertIn("the OpenMP peer that takes the least:\n  fib/small, 2 threads: gcc 60 ms, libgomp 40 ms\n", text)

    def test_joules_are_shown_where_the_system_tells(self):
        text = self.printed(xomp={"joules": 5.0}, libgomp={"joules": 0.0})
        self.assertRegex(text, r"joules of one operation +threads +libgomp +XOMP gcc")
        self.assertRegex(text, r"fib/small +2 +0 +0.5")


class Disturbed(unittest.TestCase):
    def test_the_headline_says_that_all_runs_were(self):
        text = printed([0.5, 0.5, 0.5])
        self.assertIn("\nEvery run was disturbed by other programs, so these figures say little: XOMP (auto) against", text)
        self.assertIn("6 of 6 runs were disturbed", text)

    def test_a_few_are_named_below_it(self):
        text = printed([0.5, 0.0, 0.0])
        self.assertIn("\nXOMP (auto) against", text)
        self.assertIn("2 of 6 runs were disturbed", text)

    def test_they_count_only_where_there_are_no_others(self):
        out = io.StringIO()
        records = [*samples([0.0]), *({**s, "run": 1, "wall_s": 9.0 if s["peer"] == "xomp" else 0.2} for s in samples([0.5]))]
        summary.print_summary(records, out)
        self.assertIn("geometric mean 2.00 times as fast, 1 row; from 2.00 to 2.00.", out.getvalue())

    def test_rows_without_an_undisturbed_run_are_not_in_the_mean(self):
        out = io.StringIO()
        other = ({**s, "key": s["key"].replace("fib", "uts"), "wall_s": 0.01 if s["peer"] == "xomp" else 9.0} for s in samples([0.5]))
        summary.print_summary([*samples([0.0]), *other], out)
        self.assertIn("geometric mean 2.00 times as fast, 1 row; from 2.00 to 2.00. 1 more had no undisturbed run.", out.getvalue())

    def test_no_goal_of_ranks_is_met_by_them(self):
        records = [{"kind": "sample", "key": f"ranks_fence/small/{peer}", "problem": "ranks_fence", "suite": "ranks", "size": "small", "peer": peer, "mpi": "mpich",
                    "ranks": 2, "threads": 1, "policy": "", "parameters": {}, "run": 0, "wall_s": 1e-6, "operations": 1, "others_share": share}
                   for peer, share in (("ttg", 0.5), ("mpi", 0.0))]
        out = io.StringIO()
        summary.print_summary(records, out)
        self.assertIn("ttg.h over MPI meets 0 of 0 goals. 1 undecided: all of their runs were disturbed.", out.getvalue())
        self.assertRegex(out.getvalue(), r"2 all-reduces \+ 2 us +disturbed")
        out = io.StringIO()
        summary.print_summary([{**r, "others_share": 0.0} for r in records], out)
        self.assertIn("ttg.h over MPI meets 1 of 1 goals.\n", out.getvalue())


if __name__ == "__main__":
    unittest.main()
