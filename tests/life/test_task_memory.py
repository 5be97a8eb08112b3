"""A task's firstprivate copy may be used until the task ends: AddressSanitizer and valgrind report a later use, and no other."""
import pathlib
import unittest

from support import COMPILERS, build, environment, run

SOURCE = pathlib.Path(__file__).resolve().parent / "task_memory.c"
WRONG = ["after_taskwait", "in_a_successor", "after_taskloop", "of_a_large_copy"]
VALGRIND = ["valgrind", "--quiet", "--fair-sched=yes"]
# A task that runs where it is created, as all do with one thread, may have its copy on its creator's stack. AddressSanitizer does not
# see the end of what a library puts there.
DEFERRED = "auto:in_place=off"


class TaskMemory(unittest.TestCase):
    def see_each_run(self, case, threads_of_runs, see):
        for compiler in COMPILERS:
            plain = build(SOURCE, compiler)
            checked = build(SOURCE, compiler, "-fsanitize=address", name="checked")
            for threads in threads_of_runs:
                for command in ([checked], [*VALGRIND, plain]):
                    with self.subTest(case=case, compiler=compiler, threads=threads, command=command[0]):
                        variables = environment(OMP_NUM_THREADS=threads, XOMP_SCHEDULE_POLICY=DEFERRED)
                        see(run(*command, case, env=variables))

    def test_a_use_after_the_end_is_reported(self):
        def see(done):
            self.assertRegex(done.stdout, r"use-after-poison|Invalid read of size 4")

        for case in WRONG:
            self.see_each_run(case, "23", see)

    def test_no_other_use_is(self):
        def see(done):
            self.assertEqual((done.returncode, done.stdout), (0, "nothing_wrong: 0\n"))

        self.see_each_run("nothing_wrong", "13", see)


if __name__ == "__main__":
    unittest.main()
