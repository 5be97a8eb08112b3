"""Code with OpenMP that comes late: loaded by a program that already has threads, or by Python before its fork pool."""
import pathlib
import sys
import unittest

from support import COMPILERS, CONFORMANCE, build, environment, run

HERE = pathlib.Path(__file__).resolve().parent


def plugin(compiler):
    return build(CONFORMANCE / "life/plugin_is_unloaded/plugin.c", compiler, "-fPIC", "-shared")


class Plugin(unittest.TestCase):
    def test_loaded_late_by_threads(self):
        program = build(HERE / "loads_late.c", "gcc", "-fno-openmp")
        plugins = [plugin(compiler) for compiler in COMPILERS]
        done = run(program, plugins[0], plugins[-1], env=environment(OMP_NUM_THREADS="4"))
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_constructor_runs_untied_tasks(self):
        program = build(HERE / "loads_late.c", "gcc", "-fno-openmp")
        plugins = [build(HERE / "constructor_runs_tasks.c", compiler, "-fPIC", "-shared") for compiler in COMPILERS]
        for threads in ("2", "4", "16"):
            with self.subTest(threads=threads):
                done = run("timeout", "60", program, plugins[0], plugins[-1], env=environment(OMP_NUM_THREADS=threads))
                self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_fork_pool_of_python(self):
        for compiler in COMPILERS:
            for at_fork in ("TRUE", "FALSE"):
                with self.subTest(compiler=compiler, KMP_INIT_AT_FORK=at_fork):
                    env = environment(OMP_NUM_THREADS="4", KMP_INIT_AT_FORK=at_fork)
                    done = run(sys.executable, HERE / "fork_pool.py", plugin(compiler), env=env)
                    self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
