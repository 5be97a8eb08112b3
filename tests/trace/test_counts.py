"""What is counted: every task at `all`, all of each thread's time, slices that do not overlap."""
import os
import re
import unittest

import support

KINDS = ("fib", "producer", "groups", "depend", "loop")


def setUpModule():
    global tasks
    tasks = [support.compiled(support.ROOT / "tests/counts/tasks.c", compiler) for compiler in support.COMPILERS]


class All(unittest.TestCase):
    def check_times(self, run):
        """Each thread is in one state or another at any moment of its life."""
        for lane, blocks in zip(run["lanes"], run["blocks"]):
            if blocks:
                life = blocks[-1][1] - blocks[0][0]
                self.assertLess(abs(sum(lane["time"]) - life), 0.005 * life)

    def test_counts(self):
        for program in tasks:
            for kind in KINDS:
                for threads in (1, 4):
                    with self.subTest(program=program.name, kind=kind, threads=threads):
                        done, page = support.trace(program, "--level", "all", "--format", "html", arguments=(kind, 1000), threads=threads, XOMP_STATS=1)
                        self.assertEqual(done.returncode, 0, done.stderr)
                        created = int(re.search(r"tasks +(\d+) created", done.stderr)[1])
                        self.assertEqual(page.first["tasks"], {"created": created, "begun": created, "ended": created, "counted": created})
                        self.check_times(page.first)

    def test_states_add_up_to_the_threads_lives(self):
        """Busy, runtime and idle make up all the time from each thread's first record to its last, which are read from the file itself."""
        for program in tasks:
            for threads in (1, 4):
                with self.subTest(program=program.name, threads=threads):
                    done, page = support.trace(program, "--level", "all", "--format", "html", "--raw", arguments=("fib", 50000), threads=threads)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    lives = support.lives(support.WORK / f"{program.name}-page.xtrace")
                    self.assertEqual(len(lives), len(page.first["lanes"]))
                    for life, lane in zip(lives, page.first["lanes"]):
                        self.assertLess(abs(sum(lane["time"]) - life), 0.005 * life)
                    self.assertLess(abs(sum(page.first["time"]) - sum(lives)), 0.005 * sum(lives))

    def test_slices_follow_one_another(self):
        done, page = support.trace(tasks[0], "--level", "all", "--format", "html", arguments=("fib", 5000))
        self.assertEqual(done.returncode, 0, done.stderr)
        seen = 0
        for lane in range(len(page.first["lanes"])):
            last = -1
            for begin, end in page.slices(lane):
                self.assertGreaterEqual(begin, last)
                self.assertGreaterEqual(end, begin)
                last = end
                seen += 1
        self.assertGreater(seen, 5000)


class Locks(unittest.TestCase):
    def test_a_lock_is_held_by_one_thread_at_a_time(self):
        """On one processor the thread that is woken by a release runs first. So the releasing thread tells of its release late."""
        processors = os.sched_getaffinity(0)
        for compiler in support.COMPILERS:
            program = support.compiled(support.ROOT / "examples/trace/lock.c", compiler)
            os.sched_setaffinity(0, {min(processors)})
            try:
                done, page = support.trace(program, "--format", "html")
            finally:
                os.sched_setaffinity(0, processors)
            self.assertEqual(done.returncode, 0, done.stderr)
            held = sum(use["held"] for use in page.first["mutexes"])
            self.assertGreater(held, 0)
            self.assertLess(held, page.first["end"])


class Levels(unittest.TestCase):
    def test_states(self):
        for program in tasks:
            done, page = support.trace(program, "--level", "states", "--format", "html", arguments=("fib", 200000))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(page.first["tasks"]["begun"], 0)
            self.assertGreater(page.first["time"][1], 0)  # work

    def test_tasks_leaves_out_what_would_cost_too_much(self):
        for program in tasks:
            done, page = support.trace(program, "--format", "html", arguments=("fib", 2000000))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("left out", done.stderr)
            self.assertLess(page.first["tasks"]["begun"], 1000000)
            self.assertEqual(page.first["tasks"]["begun"], page.first["tasks"]["ended"])


if __name__ == "__main__":
    unittest.main()
