"""The system refuses a thread, memory, a fence, a file, or ends a wait for nothing, once or from some call on: no program hangs, none is
wrong, and one that cannot go on says so in one sentence. Without XOMP_FAULTS=all this is a sample."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
ALL = os.environ.get("XOMP_FAULTS") == "all"
KINDS = ("thread", "mmap", "membarrier", "futex", "open", "write")
LIMIT_S = 60  # a run takes some 20 ms
AT_ONCE = 4
MOST = 60  # calls of a kind that fail by themselves, where a run has more; spread over it
# What a program may end with that could not go on: doctor names a file, a C++ program ends so without std::thread's thread.
SENTENCE = re.compile(r"^xomp( [a-z]+)?: |^not found: |what\(\):  ", re.M)


def environment(**changes):
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_", "FAULT_"))}
    return {**ours, "OMP_NUM_THREADS": "4", **changes}


def compiled(folder):
    shim, program = folder / "shim.so", folder / "programs"
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", HERE / "shim.c", "-o", shim, "-ldl"], check=True)
    subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-O0", "-fopenmp", f"-I{ROOT / 'front/taskflow/include'}",
                    f"-I{ROOT / 'front/ttg/include'}", f"-I{ROOT / 'include'}", "-c", HERE / "programs.cpp", "-o", f"{program}.o"], check=True)
    subprocess.run(["g++", f"{program}.o", "-o", program, f"-L{BUILD / 'lib'}", "-lxomp", f"-Wl,-rpath,{BUILD / 'lib'}", "-pthread"], check=True)
    return shim, program


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="xomp-faults-")
        cls.folder = pathlib.Path(cls.directory.name)
        cls.shim, cls.program = compiled(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def run_with(self, command, kind, at, is_from, folder, **variables):
        """Status and output. A run of its own has a folder of its own, for what it writes."""
        faults = {"LD_PRELOAD": str(self.shim), "FAULT_KIND": kind, "FAULT_AT": str(at), **({"FAULT_FROM": "1"} if is_from else {})}
        with tempfile.TemporaryDirectory(dir=folder) as own:
            process = subprocess.Popen([str(word) for word in command], cwd=own, env=environment(**variables, **faults), text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                said, _ = process.communicate(timeout=LIMIT_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                said, _ = process.communicate()
                return "no end", said
            return process.returncode, said

    def count(self, command, kind, **variables):
        file = self.folder / "count"
        file.unlink(missing_ok=True)
        status, said = self.run_with(command, kind, 0, False, self.folder, FAULT_COUNT=str(file), **variables)
        self.assertEqual(status, 0, said)
        # Of the processes that the command starts, the one with most.
        return max([int(line) for line in file.read_text().split()], default=0) if file.exists() else 0

    def places(self, count):
        """(n, whether all after it fail, too)"""
        if ALL:
            step = max(1, count // MOST)
            return [(n, is_from) for n in range(1, count + 1, step) for is_from in (False, True)]
        return [(n, False) for n in sorted({1, 2, count} & set(range(1, count + 1)))] + ([(1, True)] if count > 0 else [])

    def is_good(self, status, said, expected):
        if status == 0:
            return expected in said
        return status in (1, 2, 125, 126, -6) and SENTENCE.search(said) is not None and "wrong" not in said

    def check(self, command, expected, kinds=KINDS, **variables):
        runs = [(kind, at, is_from) for kind in kinds for at, is_from in self.places(self.count(command, kind, **variables))]
        self.assertTrue(runs)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            ended = list(pool.map(lambda run: self.run_with(command, *run, self.folder, **variables), runs))
        for (kind, at, is_from), (status, said) in zip(runs, ended):
            with self.subTest(kind=kind, at=at, is_from=is_from, **variables):
                self.assertTrue(self.is_good(status, said, expected), f"status {status}\n{said}")

    def test_programs(self):
        for which in ("openmp", "native", "taskflow", "ttg"):
            with self.subTest(which=which):
                self.check([self.program, which], "right")

    def test_under_a_policy(self):
        for which in ("openmp", "taskflow", "ttg"):
            with self.subTest(which=which):
                self.check([self.program, which], "right", ("thread", "membarrier", "futex"), XOMP_SCHEDULE_POLICY="deque")

    def test_recorded(self):
        self.check([self.program, "openmp"], "right", ("open", "mmap", "write"), XOMP_TRACE="recording")

    def test_trace(self):
        self.check([BUILD / "bin/xomp", "trace", "-o", "page.html", self.program, "openmp"], "right")

    def test_launcher(self):
        self.check([BUILD / "bin/xomp", "run", self.program, "openmp"], "right")
        self.check([BUILD / "bin/xomp", "doctor", self.program], "xomp")


if __name__ == "__main__":
    unittest.main()
