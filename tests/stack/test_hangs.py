"""`xomp stack` on programs by both compilers that hang: who waits for what, with source lines."""
import concurrent.futures
import unittest

from support import BUILD, COMPILERS, LEVELS, WORK, Hanging, compiled, line_of, stripped_library, xomp_stack

HERE = f"is in usleep, called at {line_of('while (!go_on) usleep')} (wait_here)"
MISSING = "for 1 of the team's 2 threads, not here yet:"
# For each kind of hang what must be said, whatever the compiler.
KINDS = {
    "barrier": (f"waits: barrier  {line_of('omp barrier  // two come')} (barrier)", "for 1 of the team's 3 threads, not here yet:",
                f", number 1: {HERE}", "2 threads wait at a barrier for thread "),
    "region": (f"waits: end of the parallel region  {line_of('num_threads(3)  // one does not end')} (region)",
               "for 1 of the team's 3 threads", f", number 0: {HERE}"),
    "single": ("waits: barrier at the end of `single`  hang.c:", MISSING, HERE),
    "critical": (f"waits: critical region  {line_of('critical(narrow)  // wanted')} (critical)",
                 "critical region `narrow`, held by thread ", f": {HERE}"),
    "locks": (f"waits: lock  {line_of('omp_set_lock(other);  // crosswise')} (locks)", "lock `first_lock`, held by thread ",
              "lock `second_lock`, held by thread ", "A cycle: thread ", "None of them can go on."),
    "ordered": ("waits: turn of its iteration  hang.c:",
                "it has iteration 1 (counted from 0), and the turn is at iteration 0, which thread ", f" has: {HERE}"),
    "doacross": (f"waits: iteration that a sink names  {line_of('depend(sink : i - 1)')} (doacross)",
                 "it waits for iteration 0 (counted from 0 over all loops), which thread ", f" has: {HERE}"),
    "taskwait": (f"waits: taskwait  {line_of('omp taskwait  // for the child')} (taskwait)", "for 1 child task:",
                 f"task {line_of('task  // does not end')}", f", {HERE}"),
    "cycle": (f"waits: taskwait  {line_of('omp taskwait  // for both')} (cycle)", "for 2 child tasks:",
              f"task {line_of('task detach(later)')}", f"task {line_of('firstprivate(later)')}",
              f"waits for 1 predecessor: task {line_of('task detach(later)')}"),
    "event": (f"waits: taskwait  {line_of('omp taskwait  // for the event')} (event)", "for 1 child task:",
              f"task {line_of('task detach(forgotten)  // one')}", "its body is over, and its event is not fulfilled",
              "nobody has called omp_fulfill_event for it"),
    "group": ("waits: end of a taskgroup  hang.c:", "for 2 tasks of the group:", f"task {line_of('task  // inner')}", HERE),
    "nested": (f"waits: barrier  {line_of('omp barrier  // of the inner team')} (nested)", MISSING, f", number 1: {HERE}",
               f"waits: end of the parallel region  {line_of('num_threads(2)  // outer')} (nested)",
               f", in an inner region: waits at the barrier, {line_of('omp barrier  // of the inner team')}"),
}
MORE = {
    "lock": (f"waits: lock  {line_of('omp_set_lock(&first_lock);  // taken')} (lock)", "lock `first_lock`, held by thread ", f": {HERE}"),
    "nest": ("waits: lock", "lock `nest_lock`, held by thread ", f": {HERE}"),
    "jumped": ("waits: critical region  hang.c:", "critical region `narrow`, held by thread ", f": {HERE}"),
    "undeferred": ("waits: predecessors of an undeferred task", "for 1 unfinished predecessor:",
                   f"task {line_of('task depend(out : value) shared(value)  // first')}", HERE),
}
OUTSIDE = {
    "sleeps": (f", number 1: is in sleep, called at {line_of('sleep(1000);  // a jump')} (sleeps)", "waits: end of the parallel region"),
    "reads": (f", number 1: is in read, called at {line_of('read(ends[0]')} (reads)", "waits: end of the parallel region"),
    "mutex": (f", number 1: is in pthread_mutex_lock, called at {line_of('pthread_mutex_lock(&the_mutex);  // in vain')} (mutex)",
              "waits: end of the parallel region"),
    "handler": (f"in a signal handler, {HERE}", "waits: end of the parallel region"),
}


def setUpModule():
    global programs, without_names
    without_names = stripped_library()
    programs = {(compiler, level): compiled(compiler, "-g", level=level) for compiler in COMPILERS for level in LEVELS}


class Cases(unittest.TestCase):
    def each(self, case, *parts, options=(), never=(), libraries=None, **settings):
        """With the library as distributions ship it: nothing may depend on its functions' names."""
        def look(program):
            with Hanging(program, case, libraries=libraries or without_names, **settings) as hanging:
                return hanging.stack_with(*parts, options=options)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for (compiler, level), said in [(key, pool.submit(look, program)) for key, program in programs.items()]:
                with self.subTest(case=case, compiler=compiler, level=level):
                    for part in never:
                        self.assertNotIn(part, said.result())
                    said.result()

    def test_each_kind(self):
        for case, parts in KINDS.items():
            self.each(case, *parts)

    def test_more_waits(self):
        for case, parts in MORE.items():
            self.each(case, *parts)

    def test_a_doacross_loop_in_any_order(self):
        line = line_of("the row above")
        self.each("dynamic", f"waits: iteration that a sink names  {line} (dynamic)",
                  "it waits for iteration 15 (counted from 0 over all loops), which thread ", f" has: {HERE}", never=["A cycle"])

    def test_a_lock_that_the_thread_itself_has(self):
        self.each("own_lock", "waits: lock  hang.c:", "lock `first_lock`, which this thread itself holds", "waits for itself.")

    def test_a_library_with_names(self):
        for case in ("barrier", "critical", "event"):
            self.each(case, *KINDS[case], libraries=BUILD / "lib" / "compat")

    def test_threads_that_poll(self):
        for case in ("barrier", "locks", "taskwait"):
            self.each(case, *KINDS[case], OMP_WAIT_POLICY="active")

    def test_a_tree_barrier(self):
        self.each("barrier", *KINDS["barrier"], XOMP_BARRIER="tree")

    def test_waits_that_are_not_the_runtimes(self):
        for case, parts in OUTSIDE.items():
            self.each(case, *parts, never=["waits: barrier", "waits: lock", "waits: worksharing"])

    def test_tasks_in_tasks(self):
        self.each("group", f"task {line_of('task  // inner')}", "child of task ", "unfinished child", options=["--tasks"])
        self.each("cycle", "Dependences:", f"task {line_of('firstprivate(later)')}", options=["--tasks"])

    def test_many_tasks_take_seconds(self):
        program = programs["gcc", LEVELS[0]]
        with Hanging(program, "many") as hanging:
            said = hanging.stack_with("waits: taskwait", "for 100001 child tasks:", "its event is not fulfilled", "waits for 2 predecessors")
        self.assertLess(len(said.splitlines()), 40)

    def test_the_runtimes_frames_are_hidden(self):
        self.each("event", "Frames, without the runtime's:", "hang.c:", "start_thread", options=["--frames"],
                  never=["futex_wait", "serve_team", "@xomp"])


class Files(unittest.TestCase):
    def test_a_core_file(self):
        for compiler in COMPILERS:
            program = programs[compiler, LEVELS[0]]
            with self.subTest(compiler=compiler):
                with Hanging(program, "cycle") as hanging:
                    hanging.stack_with("for 2 child tasks:")
                    core = hanging.core()
                said = xomp_stack(core, program, "--tasks")
                self.assertEqual(said.returncode, 0, said.stderr)
                for part in ("waits: taskwait  hang.c:", "its event is not fulfilled", "waits for 1 predecessor"):
                    self.assertIn(part, said.stdout)

    def test_stripped_program_and_library(self):
        for compiler in COMPILERS:
            stripped = compiled(compiler, "-s", name="bare")
            for case, parts in (("cycle", ["waits: taskwait  0x", "for 2 child tasks:", "waits for 1 predecessor: task 0x"]),
                                ("barrier", ["waits: barrier  0x", ", number 1: is in usleep"]),
                                ("lock", ["waits: lock  0x", "held by thread "]),
                                ("ordered", ["waits: turn of its iteration", "the turn is at iteration 0"]),
                                ("doacross", ["waits: iteration that a sink names", "it waits for iteration 0"]),
                                ("sleeps", ["is in sleep", "waits: end of the parallel region"])):
                with self.subTest(compiler=compiler, case=case), Hanging(stripped, case, libraries=without_names) as hanging:
                    said = hanging.stack_with(*parts, f"{stripped.name} has no line information")
                    self.assertNotIn("hang.c", said)


if __name__ == "__main__":
    unittest.main()
