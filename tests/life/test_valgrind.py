"""Everything is freed at exit, and nothing undefined is used, as valgrind sees it."""
import unittest

from support import COMPILERS, CONFORMANCE, build, environment, run

PROGRAMS = ["life/exit_region.c", "life/cancelled_root.c", "parallel/nested.c", "task/free_waits.c", "worksharing/loop_nowait.c",
            "worksharing/single_copyprivate.cpp"]
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all",
            "--error-exitcode=99", "--fair-sched=yes"]


class Valgrind(unittest.TestCase):
    def test_no_errors_and_nothing_left(self):
        for source in PROGRAMS:
            for compiler in COMPILERS:
                with self.subTest(source=source, compiler=compiler):
                    program = build(CONFORMANCE / source, compiler)
                    done = run(*VALGRIND, program, env=environment(OMP_NUM_THREADS="3"))
                    self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
