"""pip install . : the environment then has the same command and library as `make install` gives."""
import os
import subprocess
import unittest

from environment import ROOT, environment, python_with, run

# Flags as in `ci/test build`, and a folder as deep: what that has compiled, the compiler cache knows.
AS_BUILT = ("--config-settings", "cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON", "--config-settings", "build-dir=build-wheel")
LINKS = ("libgomp.so.1", "libgomp.so.1.0.0", "libomp.so", "libomp.so.5", "libiomp5.so", "libxomp.so", "libxomp.so.1")


class PipInstall(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = python_with("pip-install", ROOT, options=["--force-reinstall", *AS_BUILT]).parent.parent

    def test_command_and_library(self):
        done = run(self.prefix / "bin/xomp", "run", "-t", "2", "--", "sh", "-c", "echo $LD_PRELOAD; cat /proc/self/maps")
        self.assertEqual(done.returncode, 0, done.stderr)
        library = self.prefix / "lib/libgomp-xomp.so"
        self.assertEqual(done.stdout.splitlines()[0], str(self.prefix / "lib/xomp/compat/libgomp.so.1"))
        self.assertIn(str(library), done.stdout)
        for name in LINKS:
            self.assertTrue((self.prefix / "lib/xomp/compat" / name).samefile(library), name)

    def test_bench(self):
        done = run(self.prefix / "bin/xomp", "bench", "--list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fib", done.stdout)

    def test_where_the_user_may_not_write(self):
        if os.getuid() != 0:
            self.skipTest("needs root, to be another user")
        other = ["setpriv", "--reuid=65534", "--clear-groups"]
        command = self.prefix / "bin/xomp"
        if subprocess.run([*other, "test", "-x", command]).returncode != 0:
            self.skipTest("the build directory is closed to other users")
        links = self.prefix / "lib/xomp"
        aside = links.rename(links.with_name("xomp-aside")) if links.exists() else None
        try:
            done = subprocess.run([*other, command, "run", "sh", "-c", "echo $LD_PRELOAD"], text=True,
                                  capture_output=True, env=environment(HOME="/nonexistent"))
            self.assertIn("cannot make the links", done.stderr)
        finally:
            if aside:
                aside.rename(links)


if __name__ == "__main__":
    unittest.main()
