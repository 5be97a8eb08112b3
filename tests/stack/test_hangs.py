"""`xomp stack` on programs by both compilers that hang: who waits for what, with source lines."""
import shutil
import subprocess
import tempfile
import unittest

from support import COMPILERS, WORK, Hanging, compiled, line_of, stripped_library, xomp_stack


def setUpModule():
    global programs
    programs = {compiler: compiled(compiler, "-g") for compiler in COMPILERS}


class Cases(unittest.TestCase):
    def each(self, case, *parts, options=(), never=()):
        for compiler in COMPILERS:
            with self.subTest(case=case, compiler=compiler), Hanging(programs[compiler], case) as hanging:
                said = hanging.stack_with(*parts, options=options)
                for part in never:
                    self.assertNotIn(part, said)

    def test_an_event_that_nobody_fulfils(self):
        task = line_of("task detach(forgotten)")
        self.each("event", f"waits: taskwait  {line_of('omp taskwait  // for the event')} (event)", "for 1 child task:",
                  f"task {task}", "its body is over, and its event is not fulfilled",
                  "nobody has called omp_fulfill_event for it", "number 0 of 2, in the parallel region hang.c:")

    def test_a_cycle_of_dependence_and_event(self):
        first, second = line_of("task detach(later)"), line_of("firstprivate(later)")
        self.each("cycle", "waits: taskwait", "for 2 child tasks:", f"task {first}", f"task {second}",
                  f"waits for 1 predecessor: task {first}", "Dependences:", options=["--tasks"])

    def test_a_lock_that_another_thread_holds(self):
        self.each("lock", f"waits: lock  {line_of('omp_set_lock(&the_lock);  // taken')} (lock)", "lock `the_lock`, held by thread ",
                  f"runs {line_of('while (!go_on)')} (wait_here)")

    def test_a_nest_lock_that_another_task_holds(self):
        self.each("nest", "waits: lock", "lock `nest_lock`, held by thread ", f"runs {line_of('while (!go_on)')} (wait_here)")

    def test_a_critical_region(self):
        self.each("critical", "waits: critical region", ", held by thread ", f"runs {line_of('while (!go_on)')} (wait_here)")

    def test_a_barrier_that_one_thread_does_not_reach(self):
        self.each("barrier", f"waits: barrier  {line_of('omp barrier  // two come')} (barrier)",
                  "for 1 of the team's 3 threads, not here yet:", ", number 1: runs ", "2 threads wait at a barrier for thread ")

    def test_the_end_of_a_region(self):
        self.each("region", "waits: end of the parallel region", ", number 0: runs ")

    def test_tasks_in_tasks(self):
        inner = line_of("task  // inner")
        self.each("group", f"task {inner}", "child of task ", "unfinished child", options=["--tasks"])

    def test_the_runtimes_frames_are_hidden(self):
        self.each("event", "Frames, without the runtime's:", "hang.c:", "start_thread", options=["--frames"],
                  never=["futex_wait", "serve_team"])


class Files(unittest.TestCase):
    def test_a_core_file(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                with Hanging(programs[compiler], "cycle") as hanging:
                    hanging.stack_with("for 2 child tasks:")
                    core = hanging.core()
                said = xomp_stack(core, programs[compiler], "--tasks")
                self.assertEqual(said.returncode, 0, said.stderr)
                for part in ("waits: taskwait  hang.c:", "its event is not fulfilled", "waits for 1 predecessor"):
                    self.assertIn(part, said.stdout)

    def test_stripped_program_and_library(self):
        libraries = stripped_library()
        for compiler in COMPILERS:
            stripped = WORK / f"bare-{compiler}"
            subprocess.run(["strip", "--strip-all", str(programs[compiler]), "-o", str(stripped)], check=True)
            for case, parts in (("cycle", ["waits: taskwait  0x", "for 2 child tasks:", "waits for 1 predecessor: task 0x"]),
                                ("barrier", ["waits: barrier  0x", ", number 1: runs "]),
                                ("lock", ["waits: lock  0x", "held by thread "])):
                with self.subTest(compiler=compiler, case=case), Hanging(stripped, case, libraries=libraries) as hanging:
                    said = hanging.stack_with(*parts, f"{stripped.name} has no line information")
                    self.assertNotIn("hang.c", said)


class Refusals(unittest.TestCase):
    def test_what_cannot_be_read(self):
        for words, part in ((["999999999"], "there is no process 999999999"), (["/nowhere/core"], "there is no file /nowhere/core"),
                            (["/etc/hostname"], "a core file needs the program that it is of"),
                            (["/etc/hostname", "/bin/true"], "/etc/hostname is no core file")):
            said = xomp_stack(*words)
            self.assertEqual(said.returncode, 125)
            self.assertIn(part, said.stderr)

    def test_a_process_without_the_runtime(self):
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
            said = xomp_stack(process.pid)
            process.stdin.close()
        self.assertEqual(said.returncode, 0)
        self.assertIn("there is no libxomp.so in this process", said.stdout)

    def test_without_gdb(self):
        with tempfile.TemporaryDirectory() as empty:
            said = subprocess.run([shutil.which("env"), f"PATH={empty}", str(WORK.parent / "bin" / "xomp"), "stack", "1"],
                                  capture_output=True, text=True)
        self.assertEqual(said.returncode, 125)
        self.assertIn("needs gdb", said.stderr)


if __name__ == "__main__":
    unittest.main()
