"""make install: a program is built against the installed XOMP by each route that the README names, and runs on it."""
import os
import re
import shutil
import subprocess
import unittest

from support import BUILD, ROOT, SCRATCH, TEAM, compiled, environment, run

PREFIX = SCRATCH / "prefix"
REAL = PREFIX / "lib/libgomp-xomp.so"
COMPAT_NAMES = ("libgomp.so.1", "libgomp.so.1.0.0", "libomp.so", "libomp.so.5", "libiomp5.so", "libxomp.so", "libxomp.so.1")

# As a project for TTG may have it: it looks for TTG in one folder, and makes programs in another.
TTG_PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(graphs CXX)
enable_testing()
add_subdirectory(external)
foreach(name ttg ttg-parsec ttg-mad ttg-serialization ttg-serialization-madness ttg-serialization-boost MADworld PaRSEC::parsec)
  if(NOT TARGET ${name})
    message(FATAL_ERROR "there is no target ${name}")
  endif()
endforeach()
add_ttg_executable(shows shows.cpp NOT_EXCLUDE_FROM_ALL TEST_CMDARGS 20 30 LINK_LIBRARIES ttg-serialization-madness)
target_precompile_headers(shows-parsec PRIVATE <ttg.h>)
"""
# Headers are read in tests/ttg; here only their place matters.
TTG_PROGRAM = """
#include <ttg/util/version.h>
#include <cstdio>
#if !defined(TTG_USE_PARSEC) || !defined(TTG_EXECUTABLE) || !defined(TTG_SERIALIZATION_SUPPORTS_MADNESS)
#error a macro is missing
#endif
static_assert(sizeof(ttg::World) != 0, "<ttg.h> was precompiled");
int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) std::puts(arguments[i]);
  return count != 3;
}
"""

PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(consumer C)
%s
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE %s dl)
"""


def install(prefix, **changes):
    return run("cmake", "--install", BUILD, "--prefix", prefix, env=environment(**changes))


def setUpModule():
    done = install(PREFIX)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def needed(program):
    lines = run("readelf", "-d", program).stdout.splitlines()
    return [line.split("[")[1].rstrip("]") for line in lines if "(NEEDED)" in line]


class Layout(unittest.TestCase):
    def test_all_names_are_one_file(self):
        links = [PREFIX / "lib/libxomp.so", PREFIX / "lib/libxomp.so.1"] + [PREFIX / "lib/xomp/compat" / name for name in COMPAT_NAMES]
        for link in links:
            self.assertTrue(link.samefile(REAL), link)
            self.assertFalse(os.path.isabs(os.readlink(link)), f"{link} would break when the prefix is moved")

    def test_headers_shadow_nobody(self):
        self.assertTrue((PREFIX / "include/xomp/omp.h").is_file())
        self.assertTrue((PREFIX / "include/xomp/introspection.h").is_file())
        self.assertFalse((PREFIX / "include/omp.h").exists())

    def test_license(self):
        self.assertEqual((PREFIX / "share/doc/xomp/LICENSE").read_text(), (ROOT / "LICENSE").read_text())

    def test_manual(self):
        """A page for each subcommand, with what its --help says."""
        folder = PREFIX / "share/man/man1"
        commands = re.findall(r"^  ([a-z]+)  ", run(PREFIX / "bin/xomp", "--help").stdout.partition("Subcommands:")[2], re.M)
        self.assertGreaterEqual(len(commands), 8)
        names = {("xomp",), *(("xomp", command) for command in commands), ("xomp", "sim", "ranks")}
        self.assertEqual({path.name for path in folder.iterdir()}, {f"{'-'.join(name)}.1" for name in names})
        for name in names:
            page = (folder / f"{'-'.join(name)}.1").read_text()
            self.assertEqual(page, run(PREFIX / "bin/xomp", "manual", *name[1:]).stdout)
            shown = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
            said = " ".join(run(PREFIX / "bin/xomp", *name[1:], "--help").stdout.split())
            for option in re.findall(r"(?:^| )(--[a-z][-a-z]+)", said):
                self.assertIn(option, shown, name)
            for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SEE ALSO"):
                self.assertIn(f".SH {heading}\n", page)
            if shutil.which("groff"):
                formatted = run("groff", "-man", "-Tascii", "-ww", folder / f"{'-'.join(name)}.1")
                self.assertEqual((formatted.returncode, formatted.stderr), (0, ""), name)
        self.assertIn("EXIT STATUS", (folder / "xomp-doctor.1").read_text())
        done = run(PREFIX / "bin/xomp", "manual", "bogus")
        self.assertEqual((done.returncode, done.stderr), (125, "xomp: error: manual: 'xomp' has no subcommand 'bogus'\n"))

    def test_completion(self):
        for shell, file in (("bash", "bash-completion/completions/xomp"), ("zsh", "zsh/site-functions/_xomp"), ("fish", "fish/vendor_completions.d/xomp.fish")):
            with self.subTest(shell):
                self.assertEqual((PREFIX / "share" / file).read_text(), run(PREFIX / "bin/xomp", "completion", shell).stdout)

    def test_destdir(self):
        stage = SCRATCH / "stage"
        self.assertEqual(install("/opt/xomp", DESTDIR=stage).returncode, 0)
        self.assertTrue((stage / "opt/xomp/lib/xomp/compat/libgomp.so.1").samefile(stage / "opt/xomp/lib/libgomp-xomp.so"))
        for name in ("lib/cmake/xomp/xomp-config.cmake", "lib/pkgconfig/xomp.pc", "lib/cmake/xomp/OpenMP.cmake"):
            text = (stage / "opt/xomp" / name).read_text()
            self.assertNotIn(str(ROOT), text, name)
            self.assertNotIn(str(stage), text, name)

    def test_components(self):
        # Packages are made of them: each file belongs to one, and a part holds what it is named for.
        files = {}

        def installed(prefix):
            names = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_symlink() or not path.is_dir()}
            return names - {"share/xomp/installed.txt"}
        for component in ("runtime", "command", "development", "simulator", "documentation"):
            prefix = SCRATCH / "parts" / component
            done = run("cmake", "--install", BUILD, "--prefix", prefix, "--component", component)
            self.assertEqual(done.returncode, 0, done.stderr)
            files[component] = installed(prefix)
        both = [name for name in set().union(*files.values()) if sum(name in part for part in files.values()) > 1]
        self.assertEqual(both, [])
        self.assertEqual(set().union(*(part for name, part in files.items() if name != "documentation")), installed(PREFIX))
        self.assertEqual({name for name in files["runtime"] if "compat/" not in name},
                         {"lib/libgomp-xomp.so", "lib/libxomp.so.1", "share/doc/xomp/LICENSE"})
        for component, name in (("command", "bin/xomp"), ("development", "lib/libxomp.so"), ("development", "include/xomp.h"),
                                ("simulator", "lib/xomp/xomp-sim"), ("documentation", "share/doc/xomp/docs/building.md")):
            self.assertIn(name, files[component])
        self.assertEqual([name for name in files["documentation"] if not name.startswith("share/doc/xomp/")], [])

    def test_bench(self):
        done = run(PREFIX / "bin/xomp", "bench", "fib", "--size", "tiny", "--runs", "1", "--threads", "1", "--tries", "1", "--no-report",
                   "--out", SCRATCH / "results", env=environment(XDG_CACHE_HOME=SCRATCH / "cache"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fib/tiny", done.stdout)
        self.assertTrue((SCRATCH / "cache/xomp/bench").is_dir())
        self.assertIn(str(REAL), (SCRATCH / "results/results.jsonl").read_text())

    def test_command_after_a_move(self):
        moved = SCRATCH / "moved"
        self.assertEqual(install(moved).returncode, 0)
        moved = moved.rename(SCRATCH / "moved again")
        done = run(moved / "bin/xomp", "run", "-t", "2", compiled(TEAM, "-fopenmp"))
        self.assertIn("threads 2\n", done.stdout)
        self.assertIn(str(moved), done.stdout)


def make_install(**folders):
    """`make install` of what is built: the build itself is not made again."""
    words = [f"{name}={value}" for name, value in folders.items()]
    return run("make", "-C", ROOT, "-o", "build", "install", f"BUILD={BUILD}", *words)


class Pages(unittest.TestCase):
    """The first program of each page that shows one, built and run by the commands below it."""

    def test_first_programs(self):
        for page, name in (("native", "fib.cpp"), ("ttg", "sums.cpp"), ("taskflow", "hello.cpp")):
            with self.subTest(page=page):
                text = (ROOT / f"docs/{page}.md").read_text()
                folder = SCRATCH / f"page-{page}"
                folder.mkdir()
                (folder / name).write_text(re.search(r"```cpp\n(.*?)```", text, re.S)[1])
                commands = re.search(r"^    make install PREFIX=/opt/xomp\n((?:    .*\n)+)", text, re.M)[1]
                # Not optimised: that takes half of the time.
                commands = commands.replace("/opt/xomp", str(PREFIX)).replace(" -O2", " -O0")
                done = run("bash", "-ec", commands, cwd=folder)
                self.assertEqual(done.returncode, 0, commands + done.stdout + done.stderr)


class Make(unittest.TestCase):
    def test_a_clone_that_was_moved(self):
        folder = SCRATCH / "old build"
        for was, is_kept in (("/somewhere/else", False), (str(ROOT), True)):
            (folder / "CMakeFiles").mkdir(parents=True)
            cache = folder / "CMakeCache.txt"
            cache.write_text(f"CMAKE_CACHEFILE_DIR:INTERNAL={folder}\nCMAKE_HOME_DIRECTORY:INTERNAL={was}\n")
            done = run(ROOT / "ci/forget-moved-build", folder, cwd=ROOT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual((cache.exists(), (folder / "CMakeFiles").exists()), (is_kept, is_kept))
            self.assertEqual("/somewhere/else" in done.stdout, not is_kept)
            shutil.rmtree(folder)

    def test_size(self):
        # What README promises, without what a sanitizer or a debug build adds.
        prefix = SCRATCH / "sized"
        self.assertEqual(make_install(PREFIX=prefix).returncode, 0)
        size = sum(path.lstat().st_size for path in prefix.rglob("*") if path.is_file() and not path.is_symlink())
        promised = int(re.search(r"The installed tree takes (\d+) MB", (ROOT / "README.md").read_text())[1])
        self.assertLessEqual(size, promised * 1e6)

    def test_folders_with_blanks_and_quotes(self):
        for name in ("a b", "it's", 'say "x"', "a b & c"):
            prefix = SCRATCH / "made" / name
            done = make_install(PREFIX=prefix)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertTrue((prefix / "lib/xomp/compat/libgomp.so.1").exists(), name)
            done = run(prefix / "bin/xomp", "run", "-t", "2", compiled(TEAM, "-fopenmp"))
            self.assertIn("threads 2\n", done.stdout, done.stderr)
        self.assertEqual(sorted(p.name for p in (SCRATCH / "made").iterdir()), sorted(["a b", "it's", 'say "x"', "a b & c"]))

    def test_destdir_with_blanks(self):
        stage = SCRATCH / "my stage"
        self.assertEqual(make_install(DESTDIR=stage, PREFIX="/opt/my xomp").returncode, 0)
        self.assertTrue((stage / "opt/my xomp/bin/xomp").is_file())
        self.assertFalse((stage / "opt/my xomp/share/xomp/installed.txt").exists())  # a package has a list of its own

    def make_uninstall(self, prefix):
        return run("make", "-C", ROOT, "uninstall", f"PREFIX={prefix}")

    def test_uninstall(self):
        """It removes what was installed, and nothing that was there before or came later."""
        above = SCRATCH / "above us"
        self.assertEqual(make_install(PREFIX=above / "new" / "prefix").returncode, 0)
        done = self.make_uninstall(above / "new" / "prefix")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse(above.exists())

        theirs = SCRATCH / "theirs"
        kept = [theirs / "bin/other", theirs / "share/man/man1/other.1", theirs / "lib/libxomp.so.0"]
        for path in kept:
            path.parent.mkdir(parents=True)
            path.write_text("")
        (theirs / "include").mkdir()
        self.assertEqual(make_install(PREFIX=theirs).returncode, 0)
        added = theirs / "include/xomp/mine.h"
        added.write_text("")
        self.assertEqual(make_install(PREFIX=theirs).returncode, 0)  # over itself
        self.assertEqual(self.make_uninstall(theirs).returncode, 0)
        self.assertEqual(sorted(path for path in theirs.rglob("*") if not path.is_dir()), sorted([*kept, added]))
        self.assertEqual(sorted(path.relative_to(theirs).as_posix() for path in theirs.rglob("*") if path.is_dir()),
                         ["bin", "include", "include/xomp", "lib", "share", "share/man", "share/man/man1"])

    def test_uninstall_after_use_and_a_move(self):
        prefix = SCRATCH / "to be moved"
        self.assertEqual(make_install(PREFIX=prefix).returncode, 0)
        moved = prefix.rename(SCRATCH / "was moved")
        self.assertEqual(run(moved / "bin/xomp", "bench", "--list").returncode, 0)
        if shutil.which("gdb"):
            self.assertEqual(run("gdb", "-batch", "-nx", "-ex", f"source {moved}/share/xomp/gdb/xomp.py").returncode, 0)
        self.assertEqual(self.make_uninstall(moved).returncode, 0)
        self.assertFalse(moved.exists(), [str(path) for path in moved.rglob("*")])

    def test_uninstall_of_parts(self):
        prefix = SCRATCH / "parts of it"
        for component in ("runtime", "documentation"):
            self.assertEqual(run("cmake", "--install", BUILD, "--prefix", prefix, "--component", component).returncode, 0)
        self.assertEqual(self.make_uninstall(prefix).returncode, 0)
        self.assertFalse(prefix.exists())

    def test_uninstall_of_nothing(self):
        prefix = SCRATCH / "nothing here"
        done = self.make_uninstall(prefix)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"nothing to uninstall: there is no {prefix}/share/xomp/installed.txt", done.stderr)
        (prefix / "share/xomp").mkdir(parents=True)
        (SCRATCH / "precious").write_text("")
        (prefix / "share/xomp/installed.txt").write_text("file ../precious\n")
        self.assertIn("nothing was removed", self.make_uninstall(prefix).stderr)
        self.assertTrue((SCRATCH / "precious").exists())

    def test_stripped(self):
        sections = {}
        for strip in ("--strip", ""):
            prefix = SCRATCH / f"strip{strip}"
            self.assertEqual(make_install(PREFIX=prefix, STRIP=strip).returncode, 0)
            sections[strip] = run("readelf", "-SW", prefix / "lib/libgomp-xomp.so").stdout
        self.assertNotIn(".debug_info", sections["--strip"])
        self.assertIn(".debug_info", sections[""])
        if (SCRATCH / "strip--strip/lib/xomp/xomp-sim").exists():
            done = run(SCRATCH / "strip--strip/bin/xomp", "sim", "-m", "epyc-virtual-2", "-P", "chain", "--size", "500", "-w", "2", "--lines")
            self.assertRegex(done.stdout, r"\.(h|cpp):\d+", done.stderr)  # it still names the code that waits


class Routes(unittest.TestCase):
    def check_runs(self, program):
        self.assertNotIn("libgomp.so.1", needed(program))
        self.assertIn("libxomp.so.1", needed(program))
        done = run(program, env=environment(OMP_NUM_THREADS=3, LD_LIBRARY_PATH=PREFIX / "lib"))
        self.assertIn("threads 3\n", done.stdout, done.stderr)
        self.assertIn(f"runtime {PREFIX}/lib/", done.stdout)

    def cmake(self, name, find, link, *options, compiler="gcc"):
        source = SCRATCH / f"project-{name}"
        source.mkdir()
        (source / "consumer.c").write_text(TEAM)
        (source / "CMakeLists.txt").write_text(PROJECT % (find, link))
        command = ["cmake", "-G", "Ninja", "-S", source, "-B", source / "build", f"-DCMAKE_C_COMPILER={compiler}"]
        done = run(*command, *options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = run("cmake", "--build", source / "build", "--verbose")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return source / "build/consumer", done.stdout

    def test_cmake_package(self):
        for compiler in ("gcc", "clang-19"):
            program, commands = self.cmake(f"package-{compiler}", "find_package(xomp 1.0 REQUIRED)", "xomp::xomp",
                                           f"-DCMAKE_PREFIX_PATH={PREFIX}", compiler=compiler)
            self.check_runs(program)
            self.assertNotIn(str(PREFIX / "include/xomp"), commands)

    def test_cmake_package_with_our_header(self):
        program, commands = self.cmake("header", "find_package(xomp REQUIRED)", "xomp::xomp xomp::omp_header",
                                       f"-DCMAKE_PREFIX_PATH={PREFIX}")
        self.check_runs(program)
        self.assertIn(f"-I{PREFIX}/include/xomp", commands)

    def test_cmake_package_for_native_tasks(self):
        source = SCRATCH / "project-native/native"
        source.mkdir(parents=True)
        for name in ("forms.cpp", "fib.h", "../check.h"):
            (source / name).write_text((ROOT / "tests/native" / name).read_text())
        (source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.16)\nproject(forms CXX)\n"
                                               "find_package(xomp REQUIRED)\nadd_executable(forms forms.cpp)\n"
                                               "target_link_libraries(forms PRIVATE xomp::native)\n")
        for command in (["cmake", "-G", "Ninja", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}"],
                        ["cmake", "--build", source / "build"], [source / "build/forms"]):
            done = run(*command)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_cmake_package_of_ttg(self):
        source = SCRATCH / "project-ttg"
        (source / "external").mkdir(parents=True)
        (source / "external/CMakeLists.txt").write_text("find_package(ttg 1.0 REQUIRED)\n")
        (source / "CMakeLists.txt").write_text(TTG_PROJECT)
        (source / "shows.cpp").write_text(TTG_PROGRAM)
        for command in (["cmake", "-G", "Ninja", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}"],
                        ["cmake", "--build", source / "build"],
                        ["ctest", "--test-dir", source / "build", "--no-tests=error", "-R", "ttg/test/shows-parsec/run-np-1"]):
            done = run(*command)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (source / "external/CMakeLists.txt").write_text("find_package(ttg 2.0 REQUIRED)\n")
        done = run("cmake", "-S", source, "-B", source / "another", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        self.assertIn('requested version "2.0"', done.stderr)

    def test_find_package_openmp(self):
        for compiler in ("gcc", "clang-19"):
            program, _ = self.cmake(f"openmp-{compiler}", "find_package(OpenMP REQUIRED)", "OpenMP::OpenMP_C",
                                    "-C", PREFIX / "lib/cmake/xomp/OpenMP.cmake", compiler=compiler)
            self.check_runs(program)

    def test_pkg_config(self):
        done = run("pkg-config", "--cflags", "--libs", "xomp",
                   env=environment(PKG_CONFIG_PATH=PREFIX / "lib/pkgconfig"))
        self.assertEqual(done.returncode, 0, done.stderr)
        flags = done.stdout.split()
        compile_flags = [flag for flag in flags if not flag.startswith(("-l", "-L"))]
        link_flags = [flag for flag in flags if flag.startswith(("-l", "-L"))]
        source = SCRATCH / "pkg-config.c"
        source.write_text(TEAM)
        for command in (["gcc", *compile_flags, "-c", source, "-o", SCRATCH / "pkg-config.o"],
                        ["gcc", SCRATCH / "pkg-config.o", *link_flags, "-ldl", "-o", SCRATCH / "pkg-config"]):
            subprocess.run(command, check=True)
        self.check_runs(SCRATCH / "pkg-config")


if __name__ == "__main__":
    unittest.main()
