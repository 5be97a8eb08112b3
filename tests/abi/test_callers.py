"""Programs written by hand to one entry form each, as compilers of the past, present and next years emit it.

A caller that makes the library speak says so in a comment: "stderr:" and a regular expression.
"""
import os
import re
import subprocess
import unittest

import library

CALLERS = library.HERE / "callers"
BINARIES = library.BUILD / "tests" / "abi"
THREADS = (1, 2, 8)
WATCHED = [library.ROOT / "ci/watched", "300"]  # says where a program hangs, and ends it
COMPILERS = ("gcc", "clang-19")


def compile_caller(source, compiler):
    BINARIES.mkdir(parents=True, exist_ok=True)
    program = BINARIES / f"{source.stem}-{compiler}"
    command = [compiler, "-std=gnu2x", "-O1", "-g", "-Wall", "-Werror",
               "-pthread", str(source), "-o", str(program), f"-L{library.LIBRARY.parent}", "-lxomp", "-lm"]
    subprocess.run(command, check=True)
    return program


def run_caller(program, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_DYNAMIC="false",
                       LD_LIBRARY_PATH=str(library.LIBRARY.parent))
    return subprocess.run([*WATCHED, program], env=environment, capture_output=True, text=True)


def expected_words(source):
    match = re.search(r"/\* stderr: (.*) \*/", source.read_text())
    return match[1] if match else ""


@unittest.skipIf(library.is_instrumented(), "built with a sanitizer")
class Callers(unittest.TestCase):
    def check(self, source):
        for compiler in COMPILERS:
            program = compile_caller(source, compiler)
            for threads in THREADS:
                with self.subTest(compiler=compiler, threads=threads):
                    result = run_caller(program, threads)
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                    self.assertRegex(result.stderr, f"^{expected_words(source)}$")


for path in sorted(CALLERS.glob("*.c")):
    setattr(Callers, f"test_{path.stem}", lambda self, source=path: self.check(source))

if __name__ == "__main__":
    unittest.main()
