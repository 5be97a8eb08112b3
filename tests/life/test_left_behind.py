"""A bound program leaves the mask of one place to the programs that it starts: they say so, once, and only where it is so."""
import os
import unittest

from support import COMPILERS, ROOT, build, environment, run

SOURCE = ROOT / "tests/life/left_behind.c"

WARNING = "all threads of this process share processor"


@unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "one place is all there is")
class LeftBehind(unittest.TestCase):
    def setUp(self):
        self.processors = sorted(os.sched_getaffinity(0))

    def output(self, *words, compiler="gcc", **variables):
        done = run(build(SOURCE, compiler), *words, env=environment(**variables))
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_a_bound_parent_is_named(self):
        for compiler in COMPILERS:
            for bind in ("true", "close", "spread"):
                with self.subTest(compiler=compiler, bind=bind):
                    said = self.output("exec", compiler=compiler, OMP_PROC_BIND=bind, OMP_PLACES="threads")
                    self.assertIn("plain: 2 threads\n", said)
                    self.assertIn(f"xomp: warning: {WARNING} {self.processors[0]},", said)
                    self.assertEqual(said.count(WARNING), 1)

    def test_no_binding_no_word(self):
        self.assertNotIn(WARNING, self.output("exec"))

    def test_a_mask_that_somebody_set_is_meant(self):
        one = str(self.processors[0])
        done = run("taskset", "-c", one, build(SOURCE, "gcc"), "plain", env=environment(OMP_PROC_BIND="true"))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn(WARNING, done.stdout)

    def test_a_mask_of_its_own_helps(self):
        every = ",".join(map(str, self.processors))
        program = str(build(SOURCE, "gcc"))
        said = self.output("exec", "taskset", "-c", every, program, "plain", OMP_PROC_BIND="true", OMP_PLACES="threads")
        self.assertIn("plain: 2 threads\n", said)
        self.assertNotIn(WARNING, said)

    def test_warnings_can_be_silenced(self):
        self.assertNotIn(WARNING, self.output("exec", OMP_PROC_BIND="true", OMP_PLACES="threads", KMP_WARNINGS="false"))


if __name__ == "__main__":
    unittest.main()
