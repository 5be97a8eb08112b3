"""Programs with a known cause each: what `xomp trace` says first, on a quiet machine and where others want the processors, too.

A program may be unlucky beside others: two threads that share a processor hardly wait for one another. So each has three tries.
"""
import shutil
import subprocess
import sys
import unittest

import support

TRIES = 3
EXAMPLES = {"small_tasks": "tasks-too-small", "one_creator": "creation-bound", "imbalance": "imbalance", "dependences": "dependence-bound",
            "little_parallelism": "little-parallelism", "lock": "locks", "oversubscribed": "oversubscribed"}
CAUSES = {"all_sleep": "blocked", "one_sleeps": "blocked", "reads": "blocked", "waits_for_lock": "locks", "waits_for_critical": "locks",
          "many_threads": "oversubscribed", "nested": "oversubscribed", "small_taskloop": "tasks-too-small", "serial": "serial",
          "one_works": "one-thread", "short_regions": "short-regions"}
FRONT_ENDS = {"one_slow_chain": "little-parallelism", "pipeline": "little-parallelism", "prepares": "serial"}
MPI = {"waits": "messages", "imbalance": "messages"}
# Where the system puts both threads on one processor, they alternate instead of waiting for one another.
BOUND = {"OMP_PROC_BIND": "true"}
LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", 2], "mpich": ["mpirun.mpich", "-n", 2]}


class Load:
    """Other programs that want the processors: one for each."""
    def __enter__(self):
        spin = "while True: pass"
        self.programs = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(support.processors())]

    def __exit__(self, *_):
        for program in self.programs:
            program.kill()
            program.wait()


class Causes(unittest.TestCase):
    def first(self, *command, threads=2, **settings):
        """The first finding's kind, or None, and all of the page's run."""
        out = support.WORK / "causes-page"
        out.with_suffix(".html").unlink(missing_ok=True)
        done = support.run(support.XOMP, "trace", "--threads", threads, "--format", "html", "--out", out, "--", *command, **settings)
        self.assertEqual(done.returncode, 0, done.stderr)
        run = support.Page(out.with_suffix(".html")).first
        return (run["findings"][0]["kind"] if run["findings"] else None), run

    def check(self, expected, *command, **settings):
        for _ in range(TRIES):
            kind, run = self.first(*command, **settings)
            if kind == expected:
                break
        self.assertEqual(kind, expected, run["findings"])
        first = run["findings"][0]
        self.assertTrue(first["evidence"] and first["remedy"] and first["where"], first)
        for begin, end, lane in first["where"]:
            self.assertTrue(0 <= begin < end <= run["end"] and lane < len(run["lanes"]), first["where"])
        return run

    def check_causes(self, compiler):
        program = support.compiled(support.ROOT / "tests/trace/causes.c", compiler)
        for name, finding in CAUSES.items():
            with self.subTest(program=name, compiler=compiler):
                self.check(finding, program, name, **BOUND)


class Quiet(Causes):
    def test_examples(self):
        for name, finding in EXAMPLES.items():
            for compiler in support.COMPILERS:
                with self.subTest(program=name, compiler=compiler):
                    program = support.compiled(support.ROOT / f"examples/trace/{name}.c", compiler)
                    first = self.check(finding, program, **BOUND)["findings"][0]
                    if finding != "oversubscribed":
                        self.assertIn(f"{name}.c:", first["place"])

    def test_causes(self):
        self.check_causes("gcc")

    def test_nothing_is_said_where_nothing_is_wrong(self):
        for compiler in support.COMPILERS:
            program = support.compiled(support.ROOT / "tests/trace/causes.c", compiler)
            for _ in range(TRIES):
                kind, run = self.first(program, "balanced", **BOUND)
                if kind in (None, "disturbed"):
                    break
            self.assertIn(kind, (None, "disturbed"), run["findings"])

    def test_shares_have_one_base(self):
        """The threads' time is what the states and the threads that were not used take together."""
        program = support.compiled(support.ROOT / "tests/trace/causes.c", "gcc")
        for name in ("serial", "one_sleeps", "balanced"):
            _, run = self.first(program, name, **BOUND)
            in_states = sum(ns for state, ns in zip(run["states"], run["time"]) if state != "outside")
            self.assertGreaterEqual(run["threadTime"], in_states)
            self.assertLessEqual(run["threadTime"], run["threads"] * run["end"] * 1.001)


class BesideLoad(Causes):
    """The system's account must tell the others' time from the program's own."""
    def run(self, result=None):
        with Load():
            return super().run(result)

    def test_causes(self):
        self.check_causes("clang-19")

    def test_front_ends(self):
        program = support.compiled_cpp(support.ROOT / "tests/trace/causes.cpp", "g++", f"-I{support.ROOT}/front/taskflow/include")
        for name, finding in FRONT_ENDS.items():
            with self.subTest(program=name):
                self.check(finding, program, name)

    def test_processes(self):
        for mpi, launcher in LAUNCHERS.items():
            if not shutil.which(f"mpicc.{mpi}"):
                continue
            program = support.WORK / f"causes-{mpi}"
            subprocess.run([f"mpicc.{mpi}", "-fopenmp", "-O2", "-g", str(support.ROOT / "tests/trace/causes_mpi.c"), "-o", str(program)], check=True)
            for name, finding in MPI.items():
                with self.subTest(program=name, mpi=mpi):
                    run = self.check(finding, *launcher, program, name, threads=1)
                    self.assertIn("MPI_Bcast" if name == "waits" else "MPI_Barrier", run["findings"][0]["evidence"])


if __name__ == "__main__":
    unittest.main()
