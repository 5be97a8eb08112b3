"""Programs written by hand to one entry form each, as compilers of the past, present and next years emit it."""
import os
import shutil
import subprocess
import unittest

import library

CALLERS = library.HERE / "callers"
BINARIES = library.BUILD / "tests" / "abi"
THREADS = (1, 2, 8)
COMPILERS = [compiler for compiler in ("gcc", "clang-19") if shutil.which(compiler)]


def compile_caller(source, compiler):
    BINARIES.mkdir(parents=True, exist_ok=True)
    program = BINARIES / f"{source.stem}-{compiler}"
    command = [compiler, "-std=gnu11", "-O1", "-g", "-Wall", "-Werror",
               "-pthread", str(source), "-o", str(program), f"-L{library.LIBRARY.parent}", "-lxomp", "-lm"]
    subprocess.run(command, check=True)
    return program


def run_caller(program, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_DYNAMIC="false",
                       LD_LIBRARY_PATH=str(library.LIBRARY.parent))
    return subprocess.run([str(program)], env=environment, capture_output=True, text=True, timeout=120)


@unittest.skipIf(library.is_instrumented(), "built with a sanitizer")
class Callers(unittest.TestCase):
    def check(self, source):
        for compiler in COMPILERS:
            program = compile_caller(source, compiler)
            for threads in THREADS:
                with self.subTest(compiler=compiler, threads=threads):
                    result = run_caller(program, threads)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))


for path in sorted(CALLERS.glob("*.c")):
    setattr(Callers, f"test_{path.stem}", lambda self, source=path: self.check(source))

if __name__ == "__main__":
    unittest.main()
