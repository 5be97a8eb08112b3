"""Tools: in the program, by OMP_TOOL_LIBRARIES, and what the search for one says. The programs are tool.c by both compilers."""
import os
import pathlib
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
WORK = BUILD / "ompt"
CHECKER = WORK / "checker.so"  # tests/ompt/run makes it
COMPILERS = {"gcc": ["-Wl,--no-as-needed", "-lomp"], "clang-19": []}
CXX = {"gcc": "g++", "clang-19": "clang++-19"}
TESTS = ("counts", "undeferred", "control", "refuses", "finalizes", "sets", "samples", "forks", "foreign", "exits", "closes")
LIMIT_S = 120


def environment(**settings):
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
    return {**ours, "LD_LIBRARY_PATH": f"{BUILD}/lib/compat", **settings}


def run(*command, **settings):
    return subprocess.run([str(part) for part in command], env=environment(**settings), capture_output=True, text=True,
                          timeout=LIMIT_S)


def compiled(source, name, compiler, *options):
    output = WORK / f"{name}-{compiler}"
    subprocess.run([compiler, "-fopenmp", "-O1", f"-I{ROOT}/include", str(source), "-o", str(output), *options], check=True)
    return output


def setUpModule():
    global programs, plain
    WORK.mkdir(exist_ok=True)
    programs = [compiled(HERE / "tool.c", "tool", compiler, f"-L{BUILD}/lib/compat", "-pthread", *options)
                for compiler, options in COMPILERS.items()]
    # Linked with libgomp, as programs are that know nothing of tools.
    plain = compiled(ROOT / "tests/counts/tasks.c", "tasks", "gcc")


class InProgram(unittest.TestCase):
    def test_what_the_tool_hears(self):
        for program in programs:
            for test in TESTS:
                with self.subTest(program=program.name, test=test):
                    done = run(program, test)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_tasks_whose_records_have_objects(self):
        for compiler, options in COMPILERS.items():
            program = compiled(HERE / "objects.cpp", "objects", CXX[compiler], f"-L{BUILD}/lib/compat", *options)
            for threads in (1, 2, 8):
                with self.subTest(compiler=compiler, threads=threads):
                    done = run(program, OMP_NUM_THREADS=str(threads))
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_disabled(self):
        for program in programs:
            done = run(program, "counts", OMP_TOOL="disabled")
            self.assertEqual(done.returncode, 1)  # the tool hears nothing
            self.assertIn("tasks == 464", done.stderr)


class Libraries(unittest.TestCase):
    def test_a_library_watches_a_program_that_knows_nothing_of_it(self):
        for kind in ("fib", "producer", "groups", "depend", "loop"):
            for threads in (1, 4):
                with self.subTest(kind=kind, threads=threads):
                    done = run(plain, kind, 1000, OMP_TOOL_LIBRARIES=str(CHECKER), OMP_NUM_THREADS=str(threads))
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_search_says_what_it_finds(self):
        log = WORK / "search.log"
        log.unlink(missing_ok=True)
        done = run(plain, "fib", 100, OMP_TOOL_LIBRARIES=f"/nowhere/tool.so:libm.so.6:{CHECKER}", OMP_TOOL_VERBOSE_INIT=str(log))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = log.read_text().splitlines()
        said = "\n".join(lines)
        self.assertTrue(all(line.startswith("xomp: tool:") for line in lines), said)
        for part in ("looking into '/nowhere/tool.so'", "cannot be opened", "looking into 'libm.so.6'", "has no ompt_start_tool",
                     f"looking into '{CHECKER}'", "is active"):
            self.assertIn(part, said)

    def test_none(self):
        done = run(plain, "fib", 100, OMP_TOOL_VERBOSE_INIT="stderr")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no tool is active", done.stderr)


if __name__ == "__main__":
    unittest.main()
