"""A kernel without membarrier, or a container that forbids it: nobody can raid a busy thread, so the default policy is one that never
needs to."""
import pathlib
import unittest

from support import COMPILERS, build, environment, run

HERE = pathlib.Path(__file__).resolve().parent


class NoMembarrier(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.launcher = build(HERE / "without_membarrier.c", "gcc")

    def run_without(self, *command, **variables):
        done = run(self.launcher, *command, env=environment(OMP_DISPLAY_ENV="verbose", **variables))
        if done.returncode == 77:
            self.skipTest("no seccomp filters here")
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_the_default_shares_all(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                said = self.run_without(build(HERE / "needs_others.c", compiler))
                self.assertIn("fib 6765, loop 500", said)
                self.assertRegex(said, "XOMP_SCHEDULE_POLICY *= *'deque'")

    def test_a_choice_stands(self):
        program = build(HERE / "needs_others.c", "gcc")
        for policy in ("auto", "xqueue"):
            said = self.run_without(program, "trees", XOMP_SCHEDULE_POLICY=policy)
            self.assertRegex(said, f"XOMP_SCHEDULE_POLICY *= *'{policy}'")
            self.assertIn("fib 6765, loop 500", said)


if __name__ == "__main__":
    unittest.main()
