"""The library is preloaded, and the program has loaded its own runtime, too: the loader initialises that one first, and its
constructor binds the initial thread."""
import os
import pathlib
import unittest

from support import COMPAT, SCRATCH, environment, run

HERE = pathlib.Path(__file__).resolve().parent


def alone(name, **variables):
    ours = environment(LD_PRELOAD=str(COMPAT / name), **variables)
    del ours["LD_LIBRARY_PATH"]  # else the program's runtime is ours
    return ours


class PreloadedAlone(unittest.TestCase):
    def setUp(self):
        self.program = SCRATCH / "preloaded"
        done = run("gcc", "-O1", "-fopenmp", HERE / "preloaded.c", "-o", self.program, "-ldl", env=dict(os.environ))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.processors = sorted(os.sched_getaffinity(0))

    def check(self, done, processors):
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("runtime: xomp\n", done.stdout)
        self.assertIn("libgomp is loaded, too\n", done.stdout)
        self.assertIn(f"{processors} places, {processors} processors, {processors} places used\n", done.stdout)

    def test_all_processors_are_places(self):
        for name in ("libxomp.so", "libgomp.so.1"):
            for bind in ("true", "close", "spread"):
                with self.subTest(name=name, bind=bind):
                    variables = {"OMP_PROC_BIND": bind, "OMP_PLACES": "threads", "OMP_NUM_THREADS": str(len(self.processors))}
                    self.check(run(self.program, env=alone(name, **variables)), len(self.processors))

    def test_the_mask_of_the_process_counts(self):
        one = str(self.processors[-1])
        variables = {"OMP_PROC_BIND": "true", "OMP_PLACES": "threads", "OMP_NUM_THREADS": "1"}
        self.check(run("taskset", "-c", one, self.program, env=alone("libxomp.so", **variables)), 1)


if __name__ == "__main__":
    unittest.main()
