"""Builds and runs programs/ and examples/ttg/, compiles each header alone, and looks at the errors of wrong/: the first line of
such a program is `// error: TEXT`, which the compiler has to say."""
import os
import pathlib
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
WATCHED = [ROOT / "ci/watched", "300"]  # says where a program hangs, and ends it
COMPILERS = [c for c in ("g++", "clang++-19") if shutil.which(c)]
INCLUDE = ROOT / "front/ttg/include"
FLAGS = ["-std=c++20", "-Wall", "-Wextra", f"-I{INCLUDE}", f"-I{ROOT / 'include'}"]


def compile_program(compiler, source):
    folder = BUILD / "tests" / "ttg"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"{source.stem}-{compiler}"
    subprocess.run([compiler, *FLAGS, "-O2", "-Werror", "-fopenmp", str(source), "-o", str(program), "-nodefaultlibs", "-Wl,--no-as-needed",
                    f"-L{BUILD / 'lib'}", "-lxomp", "-lstdc++", "-lm", "-lgcc_s", "-lgcc", "-lc", f"-Wl,-rpath,{BUILD / 'lib'}", "-pthread"],
                   check=True)
    return program


class Programs(unittest.TestCase):
    def run_all(self, sources):
        for source in sources:
            for compiler in COMPILERS:
                program = compile_program(compiler, source)
                for threads in (1, 2, 8):
                    with self.subTest(program=program.name, threads=threads):
                        environment = dict(os.environ, TTG_NUM_THREADS=str(threads))
                        done = subprocess.run([*WATCHED, program], env=environment, capture_output=True, text=True)
                        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_programs(self):
        self.run_all(sorted((HERE / "programs").glob("*.cpp")))

    def test_examples(self):
        self.run_all(sorted((ROOT / "examples/ttg").glob("*.cpp")))

    def test_each_header_alone(self):
        for header in sorted(INCLUDE.rglob("*.h")):
            with self.subTest(header=header.name):
                done = subprocess.run([COMPILERS[0], *FLAGS, "-fsyntax-only", "-x", "c++", "-"], capture_output=True, text=True,
                                      input=f'#include "{header.relative_to(INCLUDE)}"\n')
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_wrong_programs(self):
        for source in sorted((HERE / "wrong").glob("*.cpp")):
            wanted = source.read_text().splitlines()[0].removeprefix("// error: ")
            for compiler in COMPILERS:
                with self.subTest(program=source.name, compiler=compiler):
                    done = subprocess.run([compiler, *FLAGS, "-fsyntax-only", str(source)], capture_output=True, text=True)
                    self.assertNotEqual(done.returncode, 0)
                    self.assertIn(wanted, done.stderr)


if __name__ == "__main__":
    unittest.main()
