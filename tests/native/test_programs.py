"""Builds and runs the self-checking programs beside this file; a program's first line may hold `flags: ...` for the compiler."""
import os
import pathlib
import re
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
WATCHED = [ROOT / "ci/watched", "300"]  # says where a program hangs, and ends it
COMPILERS = ("g++", "clang++-19")
VARIANTS = {"O2": ["-O2", "-DNDEBUG"], "O0": ["-O0"], "no-exceptions": ["-O2", "-fno-exceptions", "-DNO_EXCEPTIONS"],
            "cxx20": ["-O2", "-std=c++20"]}
RACES = ["-O1", "-g1", "-fsanitize=thread"]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror"]


def compile_program(compiler, variant, source, options):
    folder = BUILD / "tests" / "native"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"{source.stem}-{compiler}-{variant}"
    flags = re.search(r"flags: (.*)", source.read_text().splitlines()[0])
    subprocess.run([compiler, "-std=c++17", *options, *WARNINGS, *(flags[1].split() if flags else []),
                    f"-I{ROOT / 'include'}", str(source), "-o", str(program), f"-L{BUILD / 'lib'}", "-lxomp",
                    f"-Wl,-rpath,{BUILD / 'lib'}", "-pthread"], check=True)
    return program


class Programs(unittest.TestCase):
    def test_programs(self):
        for source in sorted(HERE.glob("*.cpp")):
            for compiler in COMPILERS:
                for variant, options in VARIANTS.items():
                    self.run_with_threads(compile_program(compiler, variant, source, options), (1, 2, 3, 8))

    def test_hand_overs_are_told_to_the_race_detector(self):
        for compiler in COMPILERS:
            self.run_with_threads(compile_program(compiler, "races", HERE / "handed_over.cpp", RACES), (2, 8))

    def run_with_threads(self, program, numbers):
        for threads in numbers:
            with self.subTest(program=program.name, threads=threads):
                environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
                done = subprocess.run([*WATCHED, program], env=environment, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)


if __name__ == "__main__":
    unittest.main()
