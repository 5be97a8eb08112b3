"""Builds programs/ and examples/ttg/ with each MPI, and runs them as 1 to 8 processes with 1 and 2 threads each."""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
MADE = BUILD / "tests" / "ranks"
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'front/ttg/include'}", f"-I{ROOT / 'include'}", "-pthread"]
LIBRARY = [f"-L{BUILD / 'lib'}", "-lxomp", f"-Wl,-rpath,{BUILD / 'lib'}"]
LIMIT_S = 100
# Name, compiler, launcher. Ranks share the processors here.
MPIS = {name: (f"mpicxx.{name}", launch) for name, launch in {
    "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n"],
    "mpich": ["mpirun.mpich", "-n"]}.items() if shutil.which(f"mpicxx.{name}")}
PROGRAMS = sorted((HERE / "programs").glob("*.cpp"))
EXAMPLES = sorted((ROOT / "examples/ttg").glob("*.cpp"))
AT_ONCE = os.cpu_count() or 1


def compile_for(mpi):
    """ttg.h once, then the programs; the examples for the first MPI only. Returns nothing."""
    folder = MADE / mpi
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # Half the time for the other MPI: what the optimiser makes of these programs has been seen with the first.
    level = "-O1" if mpi == next(iter(MPIS)) else "-O0"
    compiler = [MPIS[mpi][0], *FLAGS, level, "-DXOMP_TTG_MPI"]
    subprocess.run([*compiler, "-c", "-x", "c++-header", ROOT / "front/ttg/include/ttg.h", "-o", folder / "ttg.h.gch"], check=True)
    sources = PROGRAMS + (EXAMPLES if mpi == next(iter(MPIS)) else [])
    def build(source):
        subprocess.run([*compiler, "-include", folder / "ttg.h", source, "-o", folder / source.stem, *LIBRARY], check=True)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(build, sources))


def run(mpi, processes, program, *arguments, threads=1, **settings):
    """The finished process; its output has both streams."""
    environment = {**os.environ, "TTG_NUM_THREADS": str(threads), "OMPI_MCA_btl_base_warn_component_unused": "0", **settings}
    command = [*MPIS[mpi][1], str(processes), MADE / mpi / program, *map(str, arguments)]
    return subprocess.run(["timeout", str(LIMIT_S), *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")


class Ranks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not MPIS:
            raise unittest.SkipTest("neither Open MPI nor MPICH is installed")
        for mpi in MPIS:
            compile_for(mpi)

    def passes(self, mpi, processes, program, *arguments, **settings):
        with self.subTest(mpi=mpi, processes=processes, program=program, arguments=arguments, **settings):
            done = run(mpi, processes, program, *arguments, **settings)
            self.assertEqual(done.returncode, 0, done.stdout)
            return done.stdout

    def fails(self, mpi, case, *texts):
        """Ends soon, not well, and says so."""
        with self.subTest(mpi=mpi, case=case):
            start = time.monotonic()
            done = run(mpi, 3, "cases", case)
            self.assertLess(time.monotonic() - start, LIMIT_S / 2)
            self.assertNotEqual(done.returncode, 0, done.stdout)
            for text in texts:
                self.assertIn(text, done.stdout)

    def test_every_kind_of_message(self):
        for mpi in MPIS:
            for processes, threads in ((1, 2), (2, 1), (3, 2), (4, 1)):
                self.passes(mpi, processes, "kinds", threads=threads)

    def test_stress(self):
        for mpi in MPIS:
            for seed, processes, threads in ((1, 2, 1), (2, 4, 2), (3, 8, 1)):
                self.passes(mpi, processes, "stress", seed, 6, threads=threads)
            # Receives for whatever sender, as in a world of many ranks.
            self.passes(mpi, 3, "stress", 5, 6, threads=2, XOMP_TTG_OWN_RECEIVES="0", XOMP_TTG_NODE_RANKS="0")
            self.passes(mpi, 3, "kinds", XOMP_TTG_OWN_RECEIVES="1", XOMP_TTG_NODE_RANKS="0")
            # Without memory that ranks share, and with some of it: then others are reached over MPI.
            self.passes(mpi, 4, "stress", 6, 6, threads=2, XOMP_TTG_NODE_RANKS="0")
            self.passes(mpi, 4, "stress", 7, 6, XOMP_TTG_NODE_RANKS="2")
            self.passes(mpi, 4, "kinds", XOMP_TTG_NODE_RANKS="2")
            self.passes(mpi, 3, "kinds", XOMP_TTG_NODE_RANKS="0", threads=2)
        # Little room: small windows, and all values past the batches.
        self.passes(next(iter(MPIS)), 3, "stress", 4, 4, threads=2, XOMP_TTG_WINDOW="2", XOMP_TTG_EAGER_BYTES="0", XOMP_TTG_PEER_MIB="1")

    def test_vectors_that_are_lent(self):
        for mpi in MPIS:
            for processes, settings in ((2, {}), (3, {}), (4, {"XOMP_TTG_NODE_RANKS": "2"}), (5, {"XOMP_TTG_TREE_RANKS": "1"}), (2, {"XOMP_TTG_NODE_RANKS": "0"})):
                self.passes(mpi, processes, "loans", **settings)
            self.passes(mpi, 3, "loans", threads=2)

    def test_floods_epochs_and_slow_ranks(self):
        for mpi in MPIS:
            self.passes(mpi, 2, "cases", "flood")
            self.passes(mpi, 2, "cases", "mutual_flood", XOMP_TTG_PEER_MIB="1")
            self.passes(mpi, 2, "cases", "many_open", XOMP_TTG_EAGER_BYTES="0")
            self.passes(mpi, 2, "cases", "large_flood", XOMP_TTG_PEER_MIB="8")
            self.passes(mpi, 3, "cases", "epochs", threads=2)
            self.passes(mpi, 2, "cases", "slow_rank")
        # All of it by MPI, as between nodes.
        last, over_mpi = list(MPIS)[-1], {"XOMP_TTG_NODE_RANKS": "0"}
        self.passes(last, 2, "cases", "flood", **over_mpi)
        self.passes(last, 2, "cases", "mutual_flood", XOMP_TTG_PEER_MIB="1", **over_mpi)
        self.passes(last, 2, "cases", "many_open", XOMP_TTG_EAGER_BYTES="0", **over_mpi)
        self.passes(last, 3, "cases", "epochs", threads=2, **over_mpi)

    def test_mpi_of_the_program_and_further_worlds(self):
        for mpi in MPIS:
            for level, processes, threads in (("single", 2, 1), ("funneled", 3, 2), ("serialized", 3, 2), ("multiple", 3, 2)):
                self.passes(mpi, processes, "lives", level, threads=threads)

    def test_what_ends_in_time(self):
        for mpi in MPIS:
            self.fails(mpi, "other_order", "the processes have made different TTs", "0: two <int>")
            self.fails(mpi, "other_call", "make the same calls in the same order")
            self.fails(mpi, "wrong_map", "TT count, key 5, input 0", "the key map says process 77")
            self.fails(mpi, "unwritable", "TT takes hidden, key 5", "cannot be written as bytes")
            self.fails(mpi, "aborts")
            self.fails(mpi, "killed")

    def test_statistics_say_that_a_broadcast_goes_once_to_each(self):
        for mpi in MPIS:
            for settings in ({}, {"XOMP_TTG_TREE_RANKS": "1"}):
                text = self.passes(mpi, 4, "cases", "broadcast_once", XOMP_STATS="1", **settings) or ""
                self.assertEqual(text.count("ttg: tasks of 4 processes, and messages between them"), 1, text)
                table = [line.split()[1:] for line in text.splitlines() if line.startswith("ttg:   ")]
                processes, names = table[:6], table[7:]
                self.assertEqual([row[0] for row in processes], ["process", "0", "1", "2", "3", "all"])
                self.assertEqual(processes[-1][-2:], ["3", "3.000"], text)
                self.assertEqual(sum(int(row[1]) for row in processes[1:-1]), int(processes[-1][1]))
                self.assertEqual(sum(int(row[0]) for row in names), int(processes[-1][1]), text)

    def test_watchdog(self):
        text = self.passes(next(iter(MPIS)), 2, "cases", "waits", XOMP_TTG_WATCHDOG="1")
        self.assertIn("has been in a fence for 1 s without a message", text or "")

    def test_examples(self):
        for example in EXAMPLES:
            for processes, threads in ((2, 2), (3, 1)):
                self.passes(next(iter(MPIS)), processes, example.stem, threads=threads)

    def test_without_the_part_for_mpi(self):
        program = MADE / "alone"
        subprocess.run(["g++", *FLAGS, ROOT / "examples/ttg/hello.cpp", "-o", program, *LIBRARY], check=True)
        for mpi, (_, launch) in MPIS.items():
            done = subprocess.run([*launch, "2", program], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("was compiled for one", done.stderr)
            self.assertEqual(done.stderr.count("was compiled for one"), 1)

    @unittest.skipIf(len(MPIS) < 2, "one MPI only")
    def test_another_mpi(self):
        for mpi, other in (("openmpi", "mpich"), ("mpich", "openmpi")):
            done = subprocess.run([*MPIS[other][1], "2", MADE / mpi / "lives", "multiple"], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count("compiled for another MPI than the launcher's"), 1, done.stderr)

    def test_files_of_both_kinds(self):
        with_part, without, program = MADE / "with.o", MADE / "without.o", MADE / "both"
        mpi = next(iter(MPIS))
        main = '#include <ttg/run.h>\nvoid other();\nint main(int n, char** a) { other(); ttg::initialize(n, a); }\n'
        other = '#include <ttg/run.h>\nvoid other() {}\n'
        for text, made, compiler in ((main, with_part, [MPIS[mpi][0], "-DXOMP_TTG_MPI"]), (other, without, ["g++"])):
            subprocess.run([*compiler, *FLAGS, "-O0", "-c", "-x", "c++", "-", "-o", made], input=text, text=True, check=True)
        subprocess.run([MPIS[mpi][0], with_part, without, "-o", program, *LIBRARY], check=True)
        done = subprocess.run([program], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("compile all of them in one way", done.stderr)


if __name__ == "__main__":
    unittest.main()
