"""Processes of MPI: one timeline for all ranks, with their messages."""
import shutil
import subprocess
import unittest

import support

LAUNCHERS = {name: launcher for name, launcher in {
    "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n"],
    "mpich": ["mpirun.mpich", "-n"]}.items() if shutil.which(f"mpicxx.{name}")}
RANKS = 3


class Ranks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not LAUNCHERS:
            raise unittest.SkipTest("neither Open MPI nor MPICH is installed")
        support.WORK.mkdir(exist_ok=True)
        cls.programs = {}
        for mpi in LAUNCHERS:
            cls.programs[mpi] = support.WORK / f"ranks-{mpi}"
            subprocess.run([f"mpicxx.{mpi}", "-std=c++20", "-O1", "-g", "-DXOMP_TTG_MPI", f"-I{support.ROOT}/front/ttg/include",
                            f"-I{support.ROOT}/include", str(support.ROOT / "tests/trace/ranks.cpp"), "-o", str(cls.programs[mpi]),
                            f"-L{support.BUILD}/lib", "-lxomp", "-pthread", f"-Wl,-rpath,{support.BUILD}/lib"], check=True)

    def traced(self, mpi, *options):
        out = support.WORK / f"ranks-page-{mpi}"
        for old in support.WORK.glob(f"{out.name}*"):
            old.unlink()
        done = support.run(support.XOMP, "trace", "--out", out, *options, "--", *LAUNCHERS[mpi], RANKS, self.programs[mpi],
                           TTG_NUM_THREADS=2)
        self.assertEqual(done.returncode, 0, done.stderr)
        # Lines of several ranks may come out in pieces.
        self.assertEqual((done.stdout.count("right"), done.stdout.count("wrong")), (RANKS, 0), done.stderr)
        return out

    def check(self, page):
        run = page.first
        self.assertEqual(run["processes"], RANKS)
        self.assertFalse([text for text in run["caveats"] if "one end is missing" in text], run["caveats"])
        counts = {run["sites"][row["site"]]["text"]: row["count"] for row in run["functions"]}
        self.assertEqual(counts, {"pass": 5 * RANKS, "hear": 5 * RANKS})
        for rank in range(RANKS):
            self.assertTrue(any(lane["name"].startswith(f"{rank}: ") and lane["used"] for lane in run["lanes"]))
        flows = {(flow["from"], flow["to"]): flow for flow in run["flows"]}
        for rank in range(RANKS):
            following = (rank + 1) % RANKS
            values = 5 if following != 0 else 4
            self.assertGreaterEqual(flows[rank, following]["bytes"], values * 800_000)
            if rank != 0:
                self.assertGreaterEqual(flows[rank, 0]["count"], 5)
        self.assertTrue(all(flow["mean"] > 0 for flow in flows.values()), flows)

    def test_one_page_of_all_ranks(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi=mpi):
                self.check(support.Page(self.traced(mpi, "--format", "html").with_suffix(".html")))

    def test_from_the_files_of_the_ranks(self):
        mpi = next(iter(LAUNCHERS))
        out = self.traced(mpi, "--raw", "--format", "chrome")
        self.assertIn('"cat":"message"', out.with_suffix(".json").read_text())
        files = [f"{out}.{rank}.xtrace" for rank in reversed(range(RANKS))]
        done = support.run(support.XOMP, "trace", "--format", "html,perfetto", "--out", f"{out}-again", "--from", *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(support.Page(out.with_name(f"{out.name}-again.html")))

    def test_two_runs_of_ranks_stand_together(self):
        mpi = next(iter(LAUNCHERS))
        out = self.traced(mpi, "--raw", "--format", "chrome")
        files = [f"{out}.{rank}.xtrace" for rank in range(RANKS)]
        done = support.run(support.XOMP, "trace", "--format", "html", "--out", f"{out}-two", "--from", *files, *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([run["processes"] for run in support.Page(out.with_name(f"{out.name}-two.html")).runs], [RANKS, RANKS])


if __name__ == "__main__":
    unittest.main()
