"""Threads that the library starts for an executor: their stack, their place, and that they do not keep the process."""
import os
import pathlib
import unittest

from support import BUILD, ROOT, build, environment, run

LIBRARY = BUILD / "lib"
OPTIONS = ("-std=c++20", f"-I{ROOT / 'front/taskflow/include'}", f"-I{ROOT / 'include'}", f"-L{LIBRARY}", "-lxomp", f"-Wl,-rpath,{LIBRARY}")


class ExecutorThreads(unittest.TestCase):
    def test_stack_place_and_end(self):
        program = build(pathlib.Path(__file__).parent / "executor_threads.cpp", "gcc", *OPTIONS)
        done = run(ROOT / "ci/watched", "60", program, env=environment(OMP_STACKSIZE="3M", OMP_PROC_BIND="true", OMP_PLACES="threads"))
        self.assertEqual(done.returncode, 0, done.stderr)
        stack, of_task, of_main = (int(word) for word in done.stdout.split())
        self.assertEqual(stack, 3072)
        self.assertEqual(of_main, 1)
        self.assertEqual(of_task, len(os.sched_getaffinity(0)))


if __name__ == "__main__":
    unittest.main()
