"""pip install . : the environment then has the same command and library as `make install` gives."""
import subprocess
import unittest

from environment import environment, installed, python_with, run

STAND_INS = ("libgomp.so.1", "libgomp.so.1.0.0", "libomp.so", "libomp.so.5", "libiomp5.so", "libxomp.so", "libxomp.so.1")


TEAM = "int omp_get_max_threads(void);\nint main(void) { return omp_get_max_threads() != 2; }\n"
PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(consumer C CXX)
find_package(xomp 1.0 REQUIRED COMPONENTS ttg taskflow)
add_executable(team team.c)
target_link_libraries(team PRIVATE xomp::xomp)
add_executable(native native.cpp)
target_link_libraries(native PRIVATE xomp::native)
"""


class PipInstall(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = installed().parent.parent

    def test_command_and_library(self):
        done = run(self.prefix / "bin/xomp", "run", "-t", "2", "--", "sh", "-c", "echo $LD_PRELOAD; echo $LD_LIBRARY_PATH; cat /proc/self/maps")
        self.assertEqual(done.returncode, 0, done.stderr)
        library = str(self.prefix / "lib/libgomp-xomp.so")
        self.assertEqual(done.stdout.splitlines()[:2], [library, str(self.prefix / "lib/xomp/compat")])
        self.assertIn(library, "".join(done.stdout.splitlines(keepends=True)[2:]))

    def test_stand_ins(self):
        # Preloaded or found by name, each leads to the one library, whatever else the program is linked to.
        folder = self.prefix / "lib/xomp/compat"
        self.assertEqual(sorted(path.name for path in folder.iterdir()), sorted(STAND_INS))
        source = "#include <stdio.h>\n#include <dlfcn.h>\nint main(void) { Dl_info at; int n = 0;\n#pragma omp parallel reduction(+ : n)\n n += 1;\n"\
                 'dladdr(dlsym(RTLD_DEFAULT, "omp_get_max_threads"), &at); printf("%d %s\\n", n, at.dli_fname); return 0; }\n'
        for compiler in ("gcc", "clang-19"):
            program = self.prefix / f"team-{compiler}"
            subprocess.run([compiler, "-D_GNU_SOURCE", "-fopenmp", "-x", "c", "-", "-o", program], input=source, text=True, check=True)
            for settings in [{"LD_PRELOAD": folder / name} for name in STAND_INS] + [{"LD_LIBRARY_PATH": folder}]:
                with self.subTest(compiler=compiler, settings=settings):
                    done = run(program, OMP_NUM_THREADS=2, **settings)
                    self.assertEqual((done.stdout, done.stderr), (f"2 {folder}/../../libgomp-xomp.so\n", ""))

    def test_doctor_sees_through_them(self):
        program = self.prefix / "team-gcc"
        subprocess.run(["gcc", "-fopenmp", "-x", "c", "-", "-o", program], text=True, check=True,
                       input="int main(void) { int n = 0;\n#pragma omp parallel reduction(+ : n)\n n += 1;\n return n == 0; }")
        done = run(self.prefix / "bin/xomp", "doctor", program)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("taken over", done.stdout)
        done = run(self.prefix / "bin/xomp", "doctor", program, LD_LIBRARY_PATH=self.prefix / "lib/xomp/compat")
        self.assertIn("it is XOMP already", done.stdout)

    def test_programs_are_built_against_it(self):
        folder = self.prefix / "consumer"
        folder.mkdir(exist_ok=True)
        (folder / "CMakeLists.txt").write_text(PROJECT)
        (folder / "team.c").write_text(TEAM)
        (folder / "native.cpp").write_text("#include <xomp.h>\nint main() { return xomp::run(2, [] { return 0; }); }\n")
        for words in (["-S", folder, "-B", folder / "build"], ["--build", folder / "build"]):
            done = run("cmake", *words, CMAKE_PREFIX_PATH=self.prefix)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "xomp"], text=True, capture_output=True, check=True,
                               env=environment(PKG_CONFIG_PATH=self.prefix / "lib/pkgconfig")).stdout.split()
        subprocess.run(["gcc", folder / "team.c", *[flag for flag in flags if flag != "-fopenmp"], "-o", folder / "by-pkg-config",
                        f"-Wl,-rpath,{self.prefix}/lib"], check=True)
        for program in ("build/team", "build/native", "by-pkg-config"):
            done = run(folder / program, OMP_NUM_THREADS=2, OMP_DISPLAY_ENV="verbose")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("XOMP_SCHEDULE_POLICY", done.stderr, program)

    def test_uninstall_leaves_nothing(self):
        python = python_with("uninstall")
        prefix = python.parent.parent

        def files():
            return {str(path) for path in prefix.rglob("*") if "__pycache__" not in path.parts and not path.is_dir()}

        before = files()
        python_with("uninstall", installed.wheel, options=["--no-deps"])
        for words in (["run", "--", "true"], ["info"], ["bench", "--list"], ["launchers"]):
            self.assertEqual(run(python, "-m", "xomp", *words).returncode, 0, words)
        self.assertGreater(len(files()), len(before))
        done = run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "xomp")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(files() - before, set())

    def test_bench(self):
        done = run(self.prefix / "bin/xomp", "bench", "--list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fib", done.stdout)


if __name__ == "__main__":
    unittest.main()
