"""A kernel without membarrier, or a container that forbids it: nobody can raid a busy thread, so the default policy is one that never
needs to."""
import pathlib
import unittest

from support import COMPILERS, CONFORMANCE, build, environment, run

HERE = pathlib.Path(__file__).resolve().parent


class NoMembarrier(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.launcher = build(HERE / "without.c", "gcc")

    def run_without(self, *command, **variables):
        done = run(self.launcher, "membarrier", *command, env=environment(OMP_DISPLAY_ENV="verbose", **variables))
        if done.returncode == 77:
            self.skipTest("no seccomp filters here")
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_the_default_shares_all(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                said = self.run_without(build(HERE / "needs_others.c", compiler))
                self.assertIn("200 tasks", said)
                self.assertRegex(said, "XOMP_SCHEDULE_POLICY *= *'deque'")

    def test_a_choice_stands(self):
        # These check their results themselves.
        for program in (build(CONFORMANCE / name, "gcc") for name in ("task/tree.c", "loop/schedules.c")):
            for policy in ("auto", "deque", "xqueue"):
                with self.subTest(program=program.name, policy=policy):
                    said = self.run_without(program, XOMP_SCHEDULE_POLICY=policy)
                    self.assertRegex(said, f"XOMP_SCHEDULE_POLICY *= *'{policy}'")


if __name__ == "__main__":
    unittest.main()
