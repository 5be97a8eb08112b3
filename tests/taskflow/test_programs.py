"""Builds and runs programs/ and examples/taskflow/, compiles headers alone, and builds a project by the installed packages."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
WATCHED = [ROOT / "ci/watched", "300"]  # says where a program hangs, and ends it
COMPILERS = [c for c in ("g++", "clang++-19") if shutil.which(c)]
INCLUDE = ROOT / "front/taskflow/include"
FLAGS = ["-Wall", "-Wextra", f"-I{INCLUDE}", f"-I{ROOT / 'include'}"]
LINK = [f"-L{BUILD / 'lib'}", "-lxomp", f"-Wl,-rpath,{BUILD / 'lib'}", "-pthread"]
# One of each family; the others differ in the algorithm only.
HEADERS = ["taskflow.hpp", "core/taskflow.hpp", "core/flow_builder.hpp", "core/executor.hpp", "core/observer.hpp", "core/tsq.hpp",
           "observer/interface.hpp", "utility/iterator.hpp", "utility/mpmc.hpp", "utility/latch.hpp", "algorithm/data_pipeline.hpp",
           "algorithm/algorithm.hpp", "algorithm/module.hpp"]

PROJECT = """cmake_minimum_required(VERSION 3.18)
project(uses_taskflow CXX)
find_package(Taskflow 3.9 REQUIRED)
add_executable(program program.cpp)
target_compile_features(program PRIVATE cxx_std_17)
target_link_libraries(program Taskflow::Taskflow)
"""


def compile_program(compiler, source, standard="c++20"):
    folder = BUILD / "tests" / "taskflow"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"{source.stem}-{compiler}"
    # In two steps: -fopenmp would link the compiler's own runtime as well.
    subprocess.run([compiler, f"-std={standard}", *FLAGS, "-fopenmp", "-O1", "-Werror", "-c", str(source), "-o", f"{program}.o"], check=True)
    subprocess.run([compiler, f"{program}.o", "-o", str(program), *LINK], check=True)
    return program


class Programs(unittest.TestCase):
    def run_program(self, program, *arguments):
        done = subprocess.run([*WATCHED, program, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def test_programs(self):
        for source in sorted((HERE / "programs").glob("*.cpp")):
            for compiler in COMPILERS:
                program = compile_program(compiler, source)
                for workers in ("1", "2", "8"):
                    with self.subTest(program=program.name, workers=workers):
                        self.run_program(program, workers)

    def test_on_one_processor(self):
        program = compile_program("g++", HERE / "programs/graphs.cpp")
        done = subprocess.run([*WATCHED, "taskset", "-c", str(min(os.sched_getaffinity(0))), program, "4"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_examples(self):
        for source in sorted((ROOT / "examples/taskflow").glob("*.cpp")):
            with self.subTest(program=source.name):
                self.run_program(compile_program("g++", source))

    def test_headers_alone(self):
        for header in HEADERS:
            for standard in ("c++17", "c++20"):
                with self.subTest(header=header, standard=standard):
                    done = subprocess.run([COMPILERS[0], f"-std={standard}", *FLAGS, "-fsyntax-only", "-x", "c++", "-"], capture_output=True,
                                          text=True, input=f"#include <taskflow/{header}>\n")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_packages(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(folder / "prefix")], check=True, capture_output=True)
            packages = folder / "prefix/lib/xomp/taskflow"
            (folder / "CMakeLists.txt").write_text(PROJECT)
            shutil.copy(ROOT / "examples/taskflow/hello.cpp", folder / "program.cpp")
            done = subprocess.run(["cmake", "-S", str(folder), "-B", str(folder / "build"), f"-DTaskflow_DIR={packages}"], capture_output=True,
                                  text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run(["cmake", "--build", str(folder / "build")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.run_program(folder / "build/program")
            if not shutil.which("pkg-config"):
                return
            flags = subprocess.run(["pkg-config", "--cflags", "--libs", "taskflow"], capture_output=True, text=True, check=True,
                                   env=dict(os.environ, PKG_CONFIG_PATH=str(packages))).stdout.split()
            self.assertTrue(any(flag.endswith("xomp/front/taskflow") for flag in flags), flags)


if __name__ == "__main__":
    unittest.main()
