"""Builds and runs programs/ and examples/taskflow/, and builds a project by the installed packages."""
import concurrent.futures
import functools
import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
WATCHED = [ROOT / "ci/watched", "300"]  # says where a program hangs, and ends it
COMPILERS = [c for c in ("g++", "clang++-19") if shutil.which(c)]
INCLUDE = ROOT / "front/taskflow/include"
MADE = BUILD / "tests" / "taskflow"
LEVELS = {"g++": "-O1", "clang++-19": "-O0"}  # clang takes three times as long for -O1
AT_ONCE = os.cpu_count() or 1
FLAGS = ["-Wall", "-Wextra", f"-I{INCLUDE}", f"-I{ROOT / 'include'}"]
PROGRAM_FLAGS = ["-std=c++20", *FLAGS, "-fopenmp", "-Werror"]
LINK = [f"-L{BUILD / 'lib'}", "-lxomp", f"-Wl,-rpath,{BUILD / 'lib'}", "-pthread"]
PROGRAMS = sorted((HERE / "programs").glob("*.cpp"))
EXAMPLES = sorted((ROOT / "examples/taskflow").glob("*.cpp"))

PROJECT = """cmake_minimum_required(VERSION 3.18)
project(uses_taskflow CXX)
find_package(Taskflow 3.9 REQUIRED)
add_executable(program program.cpp)
target_compile_features(program PRIVATE cxx_std_17)
target_link_libraries(program Taskflow::Taskflow)
"""


@functools.cache
def compile_header(compiler):
    """taskflow.hpp, compiled once for all programs of a compiler; returns the options that take it."""
    folder = MADE / compiler
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    header = folder / "all.hpp"  # gcc warns of "#pragma once" in a header that it is given itself
    header.write_text("#include <taskflow/taskflow.hpp>\n")
    made = f"{header}.{'gch' if compiler == 'g++' else 'pch'}"
    subprocess.run([compiler, *PROGRAM_FLAGS, LEVELS[compiler], "-x", "c++-header", str(header), "-o", made], check=True)
    return ["-include", str(header)] if compiler == "g++" else ["-include-pch", made]


@functools.cache
def compile_program(compiler, source):
    """The program, compiled once for all tests."""
    program = MADE / f"{source.stem}-{compiler}"
    # In two steps: -fopenmp would link the compiler's own runtime as well.
    subprocess.run([compiler, *PROGRAM_FLAGS, LEVELS[compiler], *compile_header(compiler), "-c", str(source), "-o", f"{program}.o"], check=True)
    subprocess.run([compiler, f"{program}.o", "-o", str(program), *LINK], check=True)
    return program


def in_parallel(function, items):
    """[(item, what function(item) returned)]; an exception of one of them is raised."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(zip(items, pool.map(function, items)))


def read_profile(data):
    """The tasks in a binary profile: (worker, level, begin, end, name, type) for each. Fails on anything left over."""
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    def varint():
        value = shift = 0
        while True:
            (byte,) = take("B")
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    magic, version, flags, executors = take("4sHHI")
    assert (magic, version, flags) == (b"TFPX", 1, 0)
    tasks = []
    for number in range(executors):
        uid, _, name_bytes, blocks = take("QQII")
        assert uid == number
        names = data[at:at + name_bytes]
        at += name_bytes
        for _ in range(blocks):
            worker, level, count = take("III")
            begin = 0
            for _ in range(count):
                begin += varint()
                end = begin + varint()
                place, kind = take("IB")
                name = names[place:place + (kind & 31)]
                assert len(name) == kind & 31
                tasks.append((worker, level, begin, end, name.decode(), kind >> 5))
    assert at == len(data)
    return tasks


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        in_parallel(compile_header, COMPILERS)  # before programs ask for it in parallel

    def run_program(self, program, *arguments, **environment):
        done = subprocess.run([*WATCHED, program, *arguments], capture_output=True, text=True, env=dict(os.environ, **environment))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def test_programs(self):
        pairs = [(compiler, source) for source in PROGRAMS for compiler in COMPILERS]
        for _, program in in_parallel(lambda pair: compile_program(*pair), pairs):
            for workers in ("1", "2", "8"):
                with self.subTest(program=program.name, workers=workers):
                    self.run_program(program, workers)

    def test_on_one_processor(self):
        program = compile_program("g++", HERE / "programs/graphs.cpp")
        done = subprocess.run([*WATCHED, "taskset", "-c", str(min(os.sched_getaffinity(0))), program, "4"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_under_policies(self):
        policies = ["deque", "llp", "hybrid", "local-first"]
        for _, program in in_parallel(lambda source: compile_program("g++", source), PROGRAMS):
            for policy in policies:
                with self.subTest(program=program.name, policy=policy):
                    self.run_program(program, "3", XOMP_SCHEDULE_POLICY=policy)

    def test_hand_overs_are_told_to_the_race_detector(self):
        source = HERE / "handed_over.cpp"
        MADE.mkdir(parents=True, exist_ok=True)

        def build(compiler):
            program = MADE / f"handed_over-{compiler}"
            subprocess.run([compiler, "-std=c++20", *FLAGS, "-fsanitize=thread", LEVELS[compiler], "-g1", "-Werror", str(source), "-o", str(program), *LINK],
                           check=True)
            return program
        for _, program in in_parallel(build, COMPILERS):
            with self.subTest(program=program.name):
                self.run_program(program, "3")

    def test_profile(self):
        program = compile_program("g++", HERE / "programs/records.cpp")
        with tempfile.TemporaryDirectory() as folder:
            binary, text = f"{folder}/profile.tfp", f"{folder}/profile.json"
            self.run_program(program, "2", TF_ENABLE_PROFILER=binary)
            tasks = read_profile(pathlib.Path(binary).read_bytes())
            self.assertEqual(len(tasks), 84)
            self.assertEqual(sorted({(name, kind) for *_, name, kind in tasks}),
                             [("", 4), ("an async", 4), ("choice", 2), ("first", 0), ("inside", 0), ("x" * 31, 0)])
            self.assertTrue(all(worker < 2 and begin <= end for worker, _, begin, end, _, _ in tasks))
            self.run_program(program, "2", TF_ENABLE_PROFILER=text)
            (executor,) = json.loads(pathlib.Path(text).read_text())
            self.assertEqual(sum(len(block["data"]) for block in executor["data"]), 84)
        self.assertIn("count", self.run_program(program, "2", TF_ENABLE_PROFILER="").stderr)

    def test_counts_by_name(self):
        program = compile_program("g++", HERE / "programs/records.cpp")
        report = self.run_program(program, "2", XOMP_STATS="1").stderr
        counts = dict(line.split()[2:0:-1] for line in report.splitlines() if line.startswith("xomp:") and len(line.split()) == 3)
        self.assertEqual({name: counts.get(name) for name in ("first", "choice", "inside", "(async)")},
                         {"first": "20", "choice": "20", "inside": "20", "(async)": "2"}, report)

    def test_examples(self):
        for source, program in in_parallel(lambda source: compile_program("g++", source), EXAMPLES):
            with self.subTest(program=source.name):
                self.run_program(program)

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
