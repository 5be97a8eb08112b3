"""`xomp bench ranks`: programs of several processes beside plain MPI, what it says without an MPI, and its goals."""
import io
import shutil
import sys
import unittest

from command import BRIEF, ROOT, SCRATCH, bench, environment, records

sys.path.insert(0, str(ROOT / "bench"))
from measure import mpis, rank_figures  # noqa: E402
from session import summary  # noqa: E402

THERE = [name for name in mpis.NAMES if mpis.find(name)]
FEW = [*BRIEF[:2], *BRIEF[4:], "--compilers", "gcc", "--peers", "mpi,ttg", "--no-sweep"]  # without --threads


def without_mpi():
    """An environment in whose PATH there is Python and a compiler, and no MPI."""
    folder = SCRATCH / "path"
    folder.mkdir(exist_ok=True)
    for command in ("python3", "gcc", "g++", "gcc-12", "g++-12", "ld", "as", "git", "env"):
        if (found := shutil.which(command)) and not (folder / command).exists():
            (folder / command).symlink_to(found)
    return environment(PATH=str(folder))


@unittest.skipUnless(THERE, "neither Open MPI nor MPICH is installed")
class Runs(unittest.TestCase):
    def test_every_problem(self):
        out = SCRATCH / "ranks"
        # METG with a share that is reached on a busy machine, too.
        names = ("ranks_hop", "ranks_rate", "ranks_bandwidth", "ranks_broadcast", "ranks_fence", "ranks_metg:target=2")
        status, output, errors = bench(*names, *FEW, "--runs", "1", "--mpi", THERE[0], "--out", out, "--timeout", "120")
        self.assertEqual((status, records(out, "failure")), (0, []), output + errors)
        samples = records(out, "sample")
        self.assertEqual({(s["problem"], s["peer"]) for s in samples}, {(name.partition(":")[0], peer) for name in names for peer in ("mpi", "ttg")})
        self.assertEqual({s["ranks"] for s in samples if s["problem"] == "ranks_fence"}, {2, 4})
        self.assertEqual({s["threads"] for s in samples}, {1})
        sent = [s["sent_share"] for s in samples if s["peer"] == "ttg" and s["problem"] == "ranks_broadcast"]
        self.assertTrue(sent and all(1 <= share < 1.05 for share in sent), sent)
        self.assertIn("ttg.h over MPI meets", output)

    def test_each_mpi(self):
        out = SCRATCH / "each"
        status, output, errors = bench("ranks_hop", *FEW, "--runs", "1", "--mpi", "all", "--out", out)
        self.assertEqual(status, 0, output + errors)
        self.assertEqual({(s["mpi"], s["peer"]) for s in records(out, "sample")}, {(mpi, peer) for mpi in THERE for peer in ("mpi", "ttg")})
        self.assertEqual(set(records(out)[0]["mpis"]), set(THERE))

    def test_ranks_and_threads_are_chosen(self):
        out = SCRATCH / "chosen"
        status, output, errors = bench("ranks_hop:hops=50", *FEW, "--runs", "1", "--ranks", "2,3", "--threads", "1,2", "--mpi", THERE[0], "--out", out)
        self.assertEqual(status, 0, output + errors)
        ran = {(s["peer"], s["ranks"], s["threads"]) for s in records(out, "sample")}
        self.assertEqual(ran, {("mpi", 2, 1), ("mpi", 3, 1), *(("ttg", ranks, threads) for ranks in (2, 3) for threads in (1, 2))})


class Refusals(unittest.TestCase):
    def test_without_an_mpi_it_says_so(self):
        status, output, errors = bench("ranks_hop", *FEW, "--runs", "1", "--out", SCRATCH / "none", env=without_mpi())
        self.assertEqual(status, 125, output + errors)
        self.assertIn("no MPI was found", errors)
        self.assertIn("apt-get install libopenmpi-dev openmpi-bin", errors)

    def test_an_mpi_that_is_not_there(self):
        status, _, errors = bench("ranks", "--mpi", "openmpi", env=without_mpi())
        self.assertEqual(status, 125)
        self.assertIn("Open MPI was not found", errors)

    def test_names_and_numbers(self):
        for words, text in ((("--mpi", "lam"), "'lam' is no MPI; allowed: openmpi, mpich"), (("--ranks", "1"), "give numbers from 2")):
            status, _, errors = bench("ranks", *words)
            self.assertEqual(status, 125)
            self.assertIn(text, errors)


class Launch(unittest.TestCase):
    def test_processes_get_cores_of_their_own_if_there_are_enough(self):
        cores = mpis.cores()
        for name, bound, free in (("openmpi", "--bind-to core", "--oversubscribe --bind-to none"), ("mpich", "-bind-to core:1", f"-n {cores + 1}")):
            mpi = mpis.Mpi(name, "1.0", "mpicxx", "mpirun")
            self.assertIn(bound, " ".join(mpi.launch_command(1, 1)))
            self.assertIn(free, " ".join(mpi.launch_command(cores + 1, 1)))
            self.assertNotIn("core:", " ".join(mpi.launch_command(cores + 1, 1)))


def sample(problem, peer, wall_s, others_share=0, **fields):
    return {"kind": "sample", "key": f"{problem}:ranks=2,mpi=mpich/small/none/tied/{peer}/1/gcc/{peer}", "problem": problem, "peer": peer, "policy": "",
            "version": peer, "compiler": "gcc", "threads": 1, "size": "small", "ranks": 2, "mpi": "mpich", "operations": 1, "wall_s": wall_s,
            "others_share": others_share, **fields}


class Goals(unittest.TestCase):
    def verdicts(self, *samples):
        return [(f.goal, f.is_met) for f in rank_figures.figures(samples)]

    def test_a_hop_may_take_a_microsecond_more(self):
        for ours, is_met in ((1.9e-6, True), (2.1e-6, False)):
            got = self.verdicts(*(sample("ranks_hop", peer, wall_s, parameters={"flows": 0}) for peer, wall_s in (("mpi", 1e-6), ("ttg", ours))))
            self.assertEqual(got, [("MPI's + 1 us", is_met)])

    def test_bandwidth_by_the_form_of_the_value(self):
        for form, ours, goal, is_met in ((0, 4.6, "90% of MPI's", True), (1, 4.4, "90% of MPI's", False), (3, 3.1, "60% of MPI's", True), (2, 2.9, "60% of MPI's", False)):
            parameters = {"form": form, "bytes": 2**20}
            got = self.verdicts(sample("ranks_bandwidth", "mpi", 1, parameters=parameters, gb_per_s=5), sample("ranks_bandwidth", "ttg", 1, parameters=parameters, gb_per_s=ours))
            self.assertEqual(got, [(goal, is_met)])

    def test_without_plain_mpi_nothing_is_said(self):
        self.assertEqual(self.verdicts(sample("ranks_fence", "ttg", 1e-6, parameters={})), [("2 all-reduces + 2 us", None)])

    def test_quiet_runs_count_where_there_are_some(self):
        runs = [sample("ranks_fence", "ttg", 9e-6, others_share=0.5, parameters={}), sample("ranks_fence", "ttg", 1e-6, parameters={})]
        (figure,) = rank_figures.figures(runs)
        self.assertAlmostEqual(figure.values["ttg"], 1)

    def test_the_summary_has_them_and_no_empty_table_of_others(self):
        out = io.StringIO()
        summary.print_summary([sample("ranks_fence", peer, 1e-6, parameters={}) for peer in ("mpi", "ttg")], out)
        self.assertIn("ttg.h over MPI meets 1 of 1 goals", out.getvalue())
        self.assertNotIn("time of one operation", out.getvalue())


if __name__ == "__main__":
    unittest.main()
