"""A container that forbids sched_getaffinity: all processors count, and one line says so."""
import os
import pathlib
import unittest

from support import COMPILERS, build, environment, run

HERE = pathlib.Path(__file__).resolve().parent


class NoAffinity(unittest.TestCase):
    def test_all_processors_count(self):
        launcher = build(HERE / "without.c", "gcc")
        everyone = os.sysconf("SC_NPROCESSORS_ONLN")
        for compiler in COMPILERS:
            program = build(HERE / "processors.c", compiler)
            for variables, lines in (({}, 1), ({"KMP_WARNINGS": "false"}, 0), ({"OMP_NUM_THREADS": "3"}, 1)):
                with self.subTest(compiler=compiler, variables=variables):
                    done = run(launcher, "sched_getaffinity", program, env=environment(**variables))
                    if done.returncode == 77:
                        self.skipTest("no seccomp filters here")
                    self.assertEqual(done.returncode, 0, done.stdout)
                    threads = variables.get("OMP_NUM_THREADS", everyone)
                    self.assertIn(f"{everyone} processors, {threads} threads\n", done.stdout)
                    self.assertEqual(done.stdout.count("sched_getaffinity: Operation not permitted"), lines, done.stdout)


if __name__ == "__main__":
    unittest.main()
