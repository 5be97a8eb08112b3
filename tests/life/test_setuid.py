"""A setuid program: what names files to write or libraries to load is refused, the rest of the environment holds."""
import os
import pathlib
import shutil
import unittest

from support import COMPAT, COMPILERS, SCRATCH, build, environment, run

HERE = pathlib.Path(__file__).resolve().parent
OTHER_USER = 54321


@unittest.skipUnless(os.geteuid() == 0, "needs root to make a setuid program")
class Setuid(unittest.TestCase):
    def test_nothing_that_writes_files(self):
        # Where the program's user can read it; LD_LIBRARY_PATH counts for nothing in such programs.
        names = {"gcc": "libgomp.so.1", "clang-19": "libomp.so.5"}
        for name in names.values():
            shutil.copy(COMPAT / name, SCRATCH / name)
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                program = build(HERE / "raised.c", compiler, f"-Wl,-rpath,{SCRATCH}")
                os.chown(program, OTHER_USER, OTHER_USER)
                program.chmod(0o4755)
                written = SCRATCH / "written"
                done = run(program, env=environment(OMP_NUM_THREADS="3", OMP_TOOL_VERBOSE_INIT=str(written),
                                                    OMP_TOOL_LIBRARIES="/nowhere/tool.so"))
                if done.returncode == 77:
                    self.skipTest("setuid programs get no rights here")
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertIn("3 threads", done.stdout)
                self.assertFalse(written.exists())


if __name__ == "__main__":
    unittest.main()
