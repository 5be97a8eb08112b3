"""Programs of each front end that fork under load, under each policy and with a trace: what children compute is right, and all of them end."""
import os
import pathlib
import subprocess
import unittest

from support import BUILD, ROOT, SCRATCH, build, environment, run

HERE = pathlib.Path(__file__).parent
LIBRARY = BUILD / "lib"
NATIVE = ("-std=c++20", f"-I{ROOT / 'include'}", f"-L{LIBRARY}", "-lxomp", f"-Wl,-rpath,{LIBRARY}")
FRONT_ENDS = {"graph_forks.cpp": NATIVE, "forks_openmp.c": (), "forks_native.cpp": NATIVE,
              "forks_ttg.cpp": (f"-I{ROOT / 'front/ttg/include'}", *NATIVE),
              "forks_taskflow.cpp": (f"-I{ROOT / 'front/taskflow/include'}", *NATIVE)}


def policies():
    listed = run(BUILD / "bin/xomp", "info", "--policies").stdout.splitlines()[1:]
    return [line for line in listed if line and not line.startswith(" ")]


class Forks(unittest.TestCase):
    def check(self, program, **settings):
        with self.subTest(program=program.name, **settings):
            done = run(ROOT / "ci/watched", "120", program, env=environment(**settings))
            self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_policies(self):
        names = policies()
        self.assertIn("auto", names)
        for source, options in FRONT_ENDS.items():
            program = build(HERE / source, "gcc", *options)
            for policy in names:
                self.check(program, XOMP_SCHEDULE_POLICY=policy)

    def test_clang(self):
        self.check(build(HERE / "forks_openmp.c", "clang-19"))

    # A child's thread opens the child's file with its first record; other threads of the parent begin lanes meanwhile.
    def test_traced(self):
        for source, options in FRONT_ENDS.items():
            program = build(HERE / source, "gcc", *options)
            traces = SCRATCH / f"{program.name}-traces"
            traces.mkdir()
            self.check(program, XOMP_TRACE=str(traces / "%p"), XOMP_TRACE_SIZE="1")
            self.assertGreater(len(os.listdir(traces)), 20)


if __name__ == "__main__":
    unittest.main()
