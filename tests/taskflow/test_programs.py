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
PROJECTS = sorted(path.parent for path in (HERE / "projects").glob("*/CMakeLists.txt"))
EXAMPLES = sorted((ROOT / "examples/taskflow").glob("*.cpp"))

IMPORTS = """#include <cstdio>
import tf;
int main() {
  tf::Executor executor(2);
  tf::Taskflow taskflow;
  int values[] = {1, 2, 3}, sum = 0;
  taskflow.reduce(values, values + 3, sum, [](int a, int b) { return a + b; }, tf::StaticPartitioner(1));
  executor.run(taskflow).wait();
  std::printf("%d %d\\n", sum, executor.async([] { return 7; }).get());
}
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
    header = [] if "#define XOMP_TASKFLOW_VERSION" in source.read_text() else compile_header(compiler)
    # In two steps: -fopenmp would link the compiler's own runtime as well.
    subprocess.run([compiler, *PROGRAM_FLAGS, LEVELS[compiler], *header, "-c", str(source), "-o", f"{program}.o"], check=True)
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

    def test_module(self):
        modules = [c for c in COMPILERS if "clang" in c]
        if not modules:
            self.skipTest("no clang")
        folder = MADE / "module"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "imports.cpp").write_text(IMPORTS)
        for options in ([*FLAGS, "-Werror", "--precompile", INCLUDE / "modules/tf.cppm", "-o", "tf.pcm"], ["-c", "tf.pcm", "-o", "tf.o"],
                        ["-Wall", "-Wextra", "-Werror", "-fmodule-file=tf=tf.pcm", "imports.cpp", "tf.o", "-o", "imports", *LINK]):
            subprocess.run([modules[0], "-std=c++20", "-pthread", *map(str, options)], check=True, cwd=folder)
        self.assertEqual(self.run_program(folder / "imports").stdout, "6 7\n")

    def test_packages(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder) / "prefix"
            subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(prefix)], check=True, capture_output=True)
            packages = prefix / "lib/xomp/taskflow"
            in_parallel(lambda project: self.build_project(project, pathlib.Path(folder) / project.name, prefix), PROJECTS)
            if not shutil.which("pkg-config"):
                return
            flags = subprocess.run(["pkg-config", "--cflags", "--libs", "taskflow"], capture_output=True, text=True, check=True,
                                   env=dict(os.environ, PKG_CONFIG_PATH=str(packages))).stdout.split()
            self.assertTrue(any(flag.endswith("xomp/front/taskflow") for flag in flags), flags)

    def build_project(self, project, folder, prefix):
        """Builds a copy of the project with ours in Taskflow's place, and runs its programs."""
        packages = prefix / "lib/xomp/taskflow"
        others = folder / "others"  # another Taskflow, such as one that Conan has made a package for
        shutil.copytree(project, folder)
        (folder / "third_party").mkdir()
        (folder / "third_party/taskflow").symlink_to(packages)
        others.mkdir()
        (others / "TaskflowConfig.cmake").write_text('message(FATAL_ERROR "this is the other one")\n')
        commands = (["cmake", "-S", folder, "-B", folder / "build", f"-DPROGRAM={ROOT / 'examples/taskflow/hello.cpp'}", f"-DXOMP_PREFIX={prefix}",
                     f"-DCMAKE_PREFIX_PATH={others}", f"-DTaskflow_DIR={packages}", f"-DFETCHCONTENT_SOURCE_DIR_TASKFLOW={packages}",
                     f"-DCPM_Taskflow_SOURCE={packages}"],
                    ["cmake", "--build", folder / "build"])
        for command in commands:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, f"{project.name}\n{done.stdout}{done.stderr}")
        for name in ("program", "by_path"):
            if (folder / "build" / name).exists():
                self.run_program(folder / "build" / name)


if __name__ == "__main__":
    unittest.main()
