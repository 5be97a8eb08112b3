"""`xomp stack` on programs of Taskflow and TTG that hang, on the ranks below an mpirun, and on Python."""
import os
import shutil
import subprocess
import sys
import unittest

from support import BUILD, HERE, WORK, Hanging, compiled, compiled_front_end, line_in, xomp_stack

MPIS = {"openmpi": ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"], "mpich": []}


class Taskflow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = compiled_front_end("hang_taskflow.cpp")

    def test_a_semaphore_that_a_task_keeps(self):
        with Hanging(self.program, "semaphore") as hanging:
            hanging.stack_with(f"is in usleep, called at {line_in('hang_taskflow.cpp', 'usleep(1000)')} (wait_here)", "end of all graph tasks",
                               line_in("hang_taskflow.cpp", "wait();  // for the flow"), " runs the task `holder`.",
                               "the task `other` waits for a semaphore that the task `holder` has.", "the task `last` waits for 1 predecessor.")

    def test_a_semaphore_that_nobody_gives_back(self):
        with Hanging(self.program, "kept") as hanging:
            hanging.stack_with("waits: end of all graph tasks  " + line_in("hang_taskflow.cpp", "wait();  // for what is kept"),
                               "the task `other` waits for a semaphore of which none of 1 is free.")

    def test_a_condition_that_repeats_its_loop(self):
        with Hanging(self.program, "condition") as hanging:
            hanging.stack_with("end of all graph tasks", line_in("hang_taskflow.cpp", "wait();  // for the loop"),
                               "It is in a loop, which a condition repeats: the task `", "the task `again`", "the task `body`", ", and again.")


class Ttg(unittest.TestCase):
    def test_a_fence_that_waits_for_inputs(self):
        with Hanging(compiled_front_end("hang_ttg.cpp")) as hanging:
            hanging.stack_with("the end of all graph tasks, " + line_in("hang_ttg.cpp", "ttg::fence();"),
                               "A task of the TT `sum` with key 7 lacks input 1 (`right`).",
                               "A task of the TT `sum` with key 8 lacks input 1 (`right`).", "is in usleep, called at hang_ttg.cpp:")


class Mpi(unittest.TestCase):
    def test_each_rank_below_mpirun(self):
        found = [mpi for mpi in MPIS if shutil.which(f"mpicc.{mpi}")]
        if not found:
            self.skipTest("neither Open MPI nor MPICH is installed")
        for mpi in found:
            program = compiled(f"mpicc.{mpi}", "-g", source="hang_mpi.c")
            with self.subTest(mpi=mpi), Hanging(f"mpirun.{mpi}", *MPIS[mpi], "-n", 2, program, times=2) as hanging:
                said = hanging.stack_with("== rank 0, process ", f"is in MPI_Recv, called at {line_in('hang_mpi.c', 'MPI_Recv(')} (main)",
                                          "== rank 1, process ", f"is in usleep, called at {line_in('hang_mpi.c', 'usleep(1000)')} (wait_here)")
                self.assertLess(said.index("== rank 0"), said.index("== rank 1"))
                self.assertEqual(said.count("waits: barrier  " + line_in("hang_mpi.c", "omp barrier")), 2)
                ranks = [line.split("process ")[1].split()[0] for line in said.splitlines() if line.startswith("== rank")]
                self.assertEqual(xomp_stack(*ranks).stdout.count("== rank "), 2)


class Python(unittest.TestCase):
    def test_lines_of_python(self):
        library = compiled("gcc", "-g", "-shared", "-fPIC", name="libhang")
        for python in sorted({sys.executable, shutil.which("python3", path="/usr/bin") or sys.executable}):
            version = subprocess.run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True,
                                     check=True).stdout.strip()
            wanted = ([f"Python  {line_in('hang.py', 'library.region()')} (compute), {line_in('hang.py', 'compute(ctypes')} (main), hang.py:"]
                      if version == "3.11" else [f"This is Python {version}; lines of Python are read for 3.11 only."])
            with self.subTest(python=python), Hanging(python, HERE / "hang.py", library) as hanging:
                hanging.stack_with("waits: end of the parallel region", "is in usleep, called at hang.c:", *wanted)


if __name__ == "__main__":
    unittest.main()
