"""xomp doctor: what it says of programs, libraries, directories with bundled runtimes, and processes."""
import os
import resource
import shutil
import struct
import subprocess
import unittest

from support import COMPAT, LIMIT_S, SCRATCH, SERIAL, TEAM, XOMP, compiled, environment, run, xomp

BUNDLED = "libgomp-a34b3233.so.1.0.0"
PART = "int part(void) { int n = 0;\n#pragma omp parallel reduction(+ : n)\n n += 1;\nreturn n; }\n"

# Opens the libraries it is given, runs their region, then says so and waits for the end of its input.
OPENS = r"""
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    void* library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { fprintf(stderr, "%s\n", dlerror()); return 1; }
    int (*part)(void) = (int (*)(void))dlsym(library, "part");
    printf("%d\n", part() > 0);
  }
  puts("ready");
  fflush(stdout);
  while (getchar() != EOF) {}
  return 0;
}
"""

# A stand-in for libgomp as wheels bundle it: another soname, the same entries with their versions.
FAKE_RUNTIME = """
void GOMP_parallel(void (*function)(void*), void* data, unsigned threads, unsigned flags) { function(data); }
int omp_get_num_threads(void) { return 1; }
int omp_get_thread_num(void) { return 0; }
int GOMP_no_such_entry(void) { return 0; }
"""
FAKE_VERSIONS = "GOMP_4.0 { GOMP_parallel; GOMP_no_such_entry; };\nOMP_1.0 { omp_get_num_threads; omp_get_thread_num; };\n"


def make_wheel(folder, extension_source=PART):
    """An installed wheel: package/extension.so with an RPATH to package.libs/, which holds the bundled runtime."""
    (folder / "package").mkdir(parents=True)
    (folder / "package.libs").mkdir()
    (folder / "versions.map").write_text(FAKE_VERSIONS)
    runtime = folder / "package.libs" / BUNDLED
    made = compiled(FAKE_RUNTIME, "-shared", "-fPIC", f"-Wl,-soname,{BUNDLED}",
                    f"-Wl,--version-script={folder / 'versions.map'}", name=BUNDLED)
    shutil.copy(made, runtime)
    extension = compiled(extension_source, "-shared", "-fPIC", "-fopenmp", "-nostdlib",
                         f"-L{runtime.parent}", f"-l:{BUNDLED}", "-Wl,-rpath,$ORIGIN/../package.libs",
                         name="extension.so")
    shutil.copy(extension, folder / "package/extension.so")
    return folder


class Programs(unittest.TestCase):
    def test_gcc_program(self):
        done = xomp("doctor", compiled(TEAM, "-fopenmp"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("would load 1 OpenMP runtime at its start", done.stdout)
        self.assertRegex(done.stdout, r"libgomp \(GNU\): .*libgomp\.so\.1")
        self.assertIn("GOMP_parallel@GOMP_4.0", done.stdout)
        self.assertRegex(done.stdout, r"xomp run +taken over \(its name leads to XOMP")

    def test_clang_program(self):
        done = xomp("doctor", compiled(TEAM, "-fopenmp", compiler="clang-19"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"libomp \(LLVM\): .*libomp\.so\.5")
        self.assertIn("__kmpc_fork_call", done.stdout)

    def test_program_without_openmp(self):
        done = xomp("doctor", compiled(SERIAL))
        self.assertEqual(done.returncode, 0)
        self.assertIn("no OpenMP runtimes", done.stdout)

    def test_script(self):
        script = SCRATCH / "script"
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
        done = xomp("doctor", script)
        self.assertIn("run by /bin/sh", done.stdout)
        self.assertIn("under the programs that the script starts, too", done.stdout)

    def test_runtime_linked_statically(self):
        program = compiled(TEAM, "-fopenmp", "-Wl,-Bstatic,-lgomp,-Bdynamic", "-nodefaultlibs", "-Wl,-Bstatic,-lgomp",
                           "-Wl,-Bdynamic", "-lgcc", "-lc", "-lgcc_s")
        done = xomp("doctor", program)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("OpenMP runtime linked into", done.stdout)

    def test_file_that_is_not_executable(self):
        program = compiled(TEAM, "-fopenmp", "-DNOT_EXECUTABLE")
        program.chmod(0o644)
        done = xomp("doctor", program)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("taken over", done.stdout)
        done = xomp("doctor", program.name, cwd=program.parent)
        self.assertIn("taken over", done.stdout, done.stderr)
        text = SCRATCH / "notes.txt"
        text.write_text("notes")
        done = xomp("doctor", text)
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("no program, no library and no script", done.stderr)

    def test_refusals_are_sentences(self):
        for target, words in ((compiled(SERIAL, "-static"), "linked statically"), ("no-such-thing", "no file 'no-such-thing' here, and no program"),
                              ("999999999", "no process 999999999")):
            done = xomp("doctor", target)
            self.assertNotIn(done.returncode, (0, 1), target)
            self.assertIn(words, done.stderr)


class Directories(unittest.TestCase):
    def test_bundled_runtime(self):
        folder = make_wheel(SCRATCH / "wheel")
        for target in (folder, folder / "package/extension.so"):
            done = xomp("doctor", target)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(BUNDLED, done.stdout)
            self.assertIn("package/extension.so", done.stdout)
            self.assertIn("GOMP_parallel@GOMP_4.0", done.stdout)
            self.assertRegex(done.stdout, r"taken over \(preloaded before it; it stays loaded, unused\)")

    def test_library_that_is_found_by_the_rpath_of_another(self):
        """BLAS of a wheel has no RPATH: the extension that loads it has one, which counts for it, too."""
        folder = SCRATCH / "inherited"
        make_wheel(folder)
        runtime = folder / "package.libs" / BUNDLED
        blas = compiled(PART.replace("part", "blas_part"), "-shared", "-fPIC", "-fopenmp", "-nostdlib", f"-L{runtime.parent}",
                        f"-l:{BUNDLED}", name="libblas-1.so")
        shutil.copy(blas, runtime.parent)
        extension = compiled("int blas_part(void); int part(void) { return blas_part(); }\n" + PART.replace("part", "own_part"), "-shared",
                             "-fPIC", "-fopenmp", "-nostdlib", f"-L{runtime.parent}", "-l:libblas-1.so", f"-l:{BUNDLED}",
                             "-Wl,--disable-new-dtags", "-Wl,-rpath,$ORIGIN/../package.libs", name="extension.so")
        shutil.copy(extension, folder / "package/extension.so")
        done = xomp("doctor", folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("not found", done.stdout)
        self.assertNotIn("without a named library", done.stdout)
        self.assertIn("libblas-1.so", done.stdout)
        self.assertIn("not found: " + BUNDLED, xomp("doctor", runtime.parent / "libblas-1.so").stdout)

    def test_entry_that_xomp_lacks(self):
        source = PART + "int GOMP_no_such_entry(void);\nint more(void) { return GOMP_no_such_entry(); }\n"
        done = xomp("doctor", make_wheel(SCRATCH / "lacking", source))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"XOMP lacks +GOMP_no_such_entry@GOMP_4\.0")
        self.assertRegex(done.stdout, r"xomp run +in part")

    def test_numbers_in_words(self):
        folder = SCRATCH / "counted"
        (folder / "empty").mkdir(parents=True)
        self.assertIn("empty: no file uses OpenMP; no runtime lies in the directory.\n", xomp("doctor", folder / "empty").stdout)
        make_wheel(folder / "wheel")
        self.assertIn("wheel: 1 file uses OpenMP; it would load 1 OpenMP runtime; 1 runtime lies in the directory.\n",
                      xomp("doctor", folder / "wheel").stdout)

    def test_runtime_that_nobody_uses(self):
        folder = make_wheel(SCRATCH / "unused")
        (folder / "package/extension.so").unlink()
        done = xomp("doctor", folder)
        self.assertRegex(done.stdout, BUNDLED + r"\n +used by +no file in this directory")


class Processes(unittest.TestCase):
    def examine(self, *launcher, source=OPENS):
        folder = SCRATCH / "process"
        if not folder.exists():
            make_wheel(folder)
        system = compiled(PART, "-shared", "-fPIC", "-fopenmp", name="libsystem_part.so")
        command = [*launcher, compiled(source, "-ldl"), folder / "package/extension.so", system]
        with subprocess.Popen([str(word) for word in command], env=environment(), text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            lines = [process.stdout.readline() for _ in range(3)]
            self.assertEqual(lines, ["1\n", "1\n", "ready\n"])
            done = xomp("doctor", str(process.pid))
            process.communicate("", timeout=LIMIT_S)
        return done

    def test_two_runtimes(self):
        done = self.examine()
        self.assertIn("has loaded 2 OpenMP runtimes", done.stdout)
        before, after = done.stdout.split("Started with `xomp run`")
        self.assertIn(BUNDLED, before)
        self.assertRegex(before, r"libgomp\.so\.1")
        if "cannot be read" not in before:
            self.assertRegex(before, r"bound to it +GOMP_parallel")
        self.assertEqual(after.count("taken over ("), 2, after)

    def test_under_xomp(self):
        done = self.examine(XOMP, "run", "--")
        self.assertEqual(done.returncode, 0)
        self.assertIn("\nXOMP: ", done.stdout)
        if "cannot be read" not in done.stdout:
            block = done.stdout.split(BUNDLED + "\n")[1]
            self.assertRegex(block.split("\n\n")[0], r"bound to it +nothing")

    def test_library_that_keeps_its_own_runtime_under_xomp(self):
        """RTLD_DEEPBIND: what the library brings comes before what is preloaded."""
        done = self.examine(XOMP, "run", "--", source="#define _GNU_SOURCE\n" + OPENS.replace("RTLD_LOCAL", "RTLD_LOCAL | RTLD_DEEPBIND"))
        self.assertIn("\nXOMP: ", done.stdout)
        if "cannot be read" not in done.stdout:
            self.assertRegex(done.stdout.split(BUNDLED + "\n")[1].split("\n\n")[0], r"bound to it +GOMP_parallel")
            self.assertEqual(done.returncode, 1)

    def test_process_of_another_user(self):
        if os.getuid() != 0:
            self.skipTest("needs root, to be another user")
        other = ("setpriv", "--reuid=65534", "--clear-groups")
        if run(*other, "test", "-x", XOMP).returncode != 0:
            self.skipTest("the build directory is closed to other users")
        done = run(*other, XOMP, "doctor", os.getpid())
        self.assertEqual(done.returncode, 125)
        self.assertIn("another user's?", done.stderr)


class Environment(unittest.TestCase):
    def test_settings_of_the_caller_count(self):
        done = xomp("doctor", compiled(TEAM, "-fopenmp"), env=environment(LD_LIBRARY_PATH=COMPAT))
        self.assertIn("\nXOMP: ", done.stdout)
        self.assertIn("it is XOMP already", done.stdout)


def version_entries(data):
    """Where the entries of the table of needed versions begin in the file."""
    sections, = struct.unpack_from("<Q", data, 0x28)
    count, = struct.unpack_from("<H", data, 0x3c)
    for i in range(count):
        kind, = struct.unpack_from("<I", data, sections + 64 * i + 4)
        if kind == 0x6ffffffe:
            at, = struct.unpack_from("<Q", data, sections + 64 * i + 24)
            while True:
                yield at
                step, = struct.unpack_from("<I", data, at + 12)
                if step == 0:
                    return
                at += step


class Damaged(unittest.TestCase):
    def limited(self, *command):
        return xomp(*command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)), timeout=60)

    def test_version_entries_in_a_circle(self):
        good = compiled(TEAM, "-fopenmp").read_bytes()
        entries = list(version_entries(good))
        self.assertGreater(len(entries), 1)
        for at, to in ((entries[-1], entries[0]), (entries[0], entries[0] - 1), (entries[-1], entries[-1] + 4)):
            bad = bytearray(good)
            struct.pack_into("<I", bad, at + 12, to - at & 0xffffffff)
            program = SCRATCH / "circle"
            program.write_bytes(bad)
            program.chmod(0o755)
            done = self.limited("doctor", program)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertIn("would load", done.stdout)

    def test_a_pipe(self):
        pipe = SCRATCH / "pipe"
        os.mkfifo(pipe)
        self.assertEqual(xomp("doctor", pipe, timeout=60).returncode, 125)


if __name__ == "__main__":
    unittest.main()
