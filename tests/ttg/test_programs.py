"""Builds and runs programs/ and examples/ttg/, and looks at the errors of wrong/: the first line of
such a program is `// error: TEXT`, which the compiler has to say."""
import concurrent.futures
import functools
import os
import pathlib
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
MADE = BUILD / "tests" / "ttg"
WATCHED = [ROOT / "ci/watched", "300"]  # says where a program hangs, and ends it
COMPILERS = [c for c in ("g++", "clang++-19") if shutil.which(c)]
INCLUDE = ROOT / "front/ttg/include"
FLAGS = ["-std=c++20", "-Wall", "-Wextra", f"-I{INCLUDE}", f"-I{ROOT / 'include'}"]
PROGRAM_FLAGS = [*FLAGS, "-Werror", "-fopenmp", "-pthread"]
LEVELS = {"g++": "-O1", "clang++-19": "-O0"}  # clang takes three times as long for -O1
AT_ONCE = os.cpu_count() or 1
# Touches the memory of a value, as a task that has ended would, or one that writes too far. Where a checker watches.
TOUCHES = """
#include <xomp/graph.h>
#include <cstdio>
#include <cstring>
int main(int, char** arguments) {
  const auto is = [&](const char* what) { return std::strcmp(arguments[1], what) == 0; };
  auto& me = xomp::graph::self();
  const std::size_t bytes = is("large") ? 5000 : 200;
  auto* const memory = reinterpret_cast<volatile char*>(xomp::graph::allocate(me, bytes));
  for (std::size_t i = 64; i < bytes; ++i) memory[i] = 1;
  if (is("beyond")) memory[bytes + 1] = 1;
  xomp::graph::give_back(me, reinterpret_cast<xomp::graph::Task*>(const_cast<char*>(memory)));
  if (is("used") || is("large")) memory[150] = 1;
  std::puts("end");
}
"""


@functools.cache
def compile_header(compiler):
    """ttg.h, compiled once for all programs of a compiler; returns the options that take it."""
    folder = MADE / compiler
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made = folder / ("ttg.h.gch" if compiler == "g++" else "ttg.h.pch")
    subprocess.run([compiler, LEVELS[compiler], *PROGRAM_FLAGS, "-x", "c++-header", INCLUDE / "ttg.h", "-o", made], check=True)
    return ["-include", folder / "ttg.h"] if compiler == "g++" else ["-include-pch", made]


def compile_program(compiler, header, source):
    program = MADE / f"{source.stem}-{compiler}"
    # A program that chooses its kind of archives before ttg.h reads the header itself.
    chooses = "#define TTG_" in source.read_text()
    subprocess.run([compiler, LEVELS[compiler], *PROGRAM_FLAGS, *([] if chooses else header), source, "-o", program, "-nodefaultlibs", "-Wl,--no-as-needed",
                    f"-L{BUILD / 'lib'}", "-lxomp", "-lstdc++", "-lm", "-lgcc_s", "-lgcc", "-lc", f"-Wl,-rpath,{BUILD / 'lib'}"],
                   check=True)
    return program


def in_parallel(function, items):
    """[(item, what function(item) returned)]; an exception of one of them is raised."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(zip(items, pool.map(function, items)))


class Programs(unittest.TestCase):
    def run_all(self, sources):
        headers = dict(in_parallel(compile_header, COMPILERS))
        pairs = [(compiler, source) for source in sources for compiler in COMPILERS]
        for _, program in in_parallel(lambda pair: compile_program(pair[0], headers[pair[0]], pair[1]), pairs):
            for threads in (1, 2, 8):
                with self.subTest(program=program.name, threads=threads):
                    environment = dict(os.environ, TTG_NUM_THREADS=str(threads))
                    done = subprocess.run([*WATCHED, program], env=environment, cwd=MADE, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_programs(self):
        self.run_all(sorted((HERE / "programs").glob("*.cpp")) + sorted((ROOT / "examples/ttg").glob("*.cpp")))

    def test_tables_and_terminations_of_the_paper(self):
        header = compile_header("g++")
        program = compile_program("g++", header, HERE / "programs" / "tables.cpp")
        for choice in ({"XOMP_TTG_TABLE": "chained"}, {"XOMP_TTG_TERMINATION": "process"},
                       {"XOMP_TTG_TABLE": "chained", "XOMP_TTG_TERMINATION": "process"}):
            for threads in ("1", "2", "64"):
                with self.subTest(choice=choice, threads=threads):
                    done = subprocess.run([*WATCHED, program], env=dict(os.environ, TTG_NUM_THREADS=threads, **choice), capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_programs(self):
        def look(pair):
            compiler, source = pair
            return subprocess.run([compiler, LEVELS[compiler], *PROGRAM_FLAGS, *headers[compiler], "-fsyntax-only", source], capture_output=True, text=True)
        headers = dict(in_parallel(compile_header, COMPILERS))
        pairs = [(compiler, source) for source in sorted((HERE / "wrong").glob("*.cpp")) for compiler in COMPILERS]
        for (compiler, source), done in in_parallel(look, pairs):
            wanted = source.read_text().splitlines()[0].removeprefix("// error: ")
            with self.subTest(program=source.name, compiler=compiler):
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(wanted, done.stderr)

    def test_hand_overs_are_told_to_the_race_detector(self):
        MADE.mkdir(parents=True, exist_ok=True)
        examples, programs = ROOT / "examples/ttg", HERE / "programs"
        sources = [examples / "smith_waterman.cpp", examples / "fibonacci.cpp", programs / "inputs.cpp", programs / "ownership.cpp"]

        def build(pair):
            compiler, source = pair
            program = MADE / f"{source.stem}-races-{compiler}"
            subprocess.run([compiler, *FLAGS, LEVELS[compiler], "-g1", "-Werror", "-fsanitize=thread", f"-I{HERE}", source, "-o", program,
                            f"-L{BUILD / 'lib'}", "-lxomp", f"-Wl,-rpath,{BUILD / 'lib'}"], check=True)
            return program

        for _, program in in_parallel(build, list(zip(COMPILERS * 2, sources))):
            with self.subTest(program=program.name):
                done = subprocess.run([*WATCHED, program], env=dict(os.environ, TTG_NUM_THREADS="3"), capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_checkers_of_memory_see_values(self):
        MADE.mkdir(parents=True, exist_ok=True)
        wanted = {"used": "use-after-free", "large": "use-after-free", "beyond": "heap-buffer-overflow", "nothing": ""}
        for compiler in COMPILERS:
            program = MADE / f"touches-{compiler}"
            for options in (["-fsanitize=address"], []):
                subprocess.run([compiler, *FLAGS, "-g", *options, "-x", "c++", "-", "-o", program, f"-L{BUILD / 'lib'}", "-lxomp",
                                f"-Wl,-rpath,{BUILD / 'lib'}"], input=TOUCHES, text=True, check=True)
                checked = [program] if options else ["valgrind", "--error-exitcode=9", program]
                if not options and not shutil.which("valgrind"):
                    continue
                for what, report in wanted.items():
                    with self.subTest(compiler=compiler, checked=checked[0], what=what):
                        done = subprocess.run([*WATCHED, *checked, what], capture_output=True, text=True)
                        self.assertEqual(done.returncode != 0, what != "nothing", done.stderr)
                        self.assertIn(report if options or what == "nothing" else "Invalid write", done.stderr)


if __name__ == "__main__":
    unittest.main()
