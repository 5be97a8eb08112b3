"""Programs that cannot be run on XOMP: one sentence that says why, and the exit status of all mistakes. The mistakes of all subcommands
are in test_mistakes.py."""
import os
import pathlib
import struct
import tempfile
import unittest

from support import COMPAT, SCRATCH, SERIAL, TEAM, compiled, environment, run, xomp, XOMP


def scratch_file(content, mode=0o755):
    handle, name = tempfile.mkstemp(dir=SCRATCH)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.chmod(name, mode)
    return pathlib.Path(name)


def elf_header(bits, machine):
    """An ELF program of which there is no more than its header."""
    ident = b"\x7fELF" + bytes([1 if bits == 32 else 2, 1, 1]) + bytes(9)
    addresses = "III" if bits == 32 else "QQQ"
    size = 52 if bits == 32 else 64
    return ident + struct.pack("<HHI" + addresses + "IHHHHHH", 2, machine, 1, 0, 0, 0, 0, size, 0, 0, 0, 0, 0) + bytes(64)


class Refusals(unittest.TestCase):
    def check(self, program, words):
        done = xomp("run", "--", program)
        self.assertEqual(done.returncode, 125, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("xomp: error: ", done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_static(self):
        self.check(compiled(SERIAL, "-static"), ["linked statically"])

    def test_go(self):
        # Go's linker marks what it makes by such a section.
        mark = '__asm__(".section .go.buildinfo,\\"a\\"\\n.byte 1\\n.text");\n'
        program = compiled(mark + SERIAL, "-static")
        self.check(program, ["linked statically", "a Go program"])
        self.assertNotIn("-static", xomp("run", program).stderr)

    def test_static_position_independent(self):
        self.check(compiled(SERIAL, "-static-pie"), ["linked statically"])

    def test_32_bits(self):
        self.check(scratch_file(elf_header(32, 3)), ["32-bit program", "64 bits"])

    def test_other_processor(self):
        self.check(scratch_file(elf_header(64, 243)), ["riscv"])

    def test_missing(self):
        self.check("no-such-program-here", ["no program 'no-such-program-here' in PATH"])
        self.check("./no/such/program", ["./no/such/program", "No such file"])

    def test_not_executable(self):
        self.check(scratch_file(b"#!/bin/sh\n", 0o644), ["chmod +x"])

    def test_directory(self):
        self.check(SCRATCH, ["directory"])

    def test_directory_and_file_without_a_path(self):
        (SCRATCH / "folder-here").mkdir()
        done = xomp("run", "folder-here", cwd=SCRATCH)
        self.assertEqual(done.returncode, 125)
        self.assertIn("directory", done.stderr)
        program = scratch_file(b"#!/bin/sh\n")
        self.assertIn(f"did you mean ./{program.name}?", xomp("run", program.name, cwd=SCRATCH).stderr)

    def test_neither_program_nor_script(self):
        self.check(scratch_file(b"\x00\x01\x02 nothing\n"), ["neither an ELF program nor a script"])

    def test_missing_interpreter(self):
        self.check(scratch_file(b"#!/no/such/interpreter\n"), ["/no/such/interpreter"])

    def test_missing_interpreter_of_env(self):
        script = scratch_file(b"#!/usr/bin/env no-such-interpreter\n")
        self.check(script, [str(script), "interpreter", "'no-such-interpreter'"])

    def test_missing_dynamic_linker(self):
        program = compiled(TEAM, "-fopenmp", "-Wl,--dynamic-linker=/no/such/ld.so")
        self.check(program, [str(program), "dynamic linker /no/such/ld.so is not on this machine"])
        self.assertEqual(xomp("doctor", program).returncode, 125)

    def test_another_c_library(self):
        linker = SCRATCH / "ld-musl-x86_64.so.1"
        linker.write_bytes(b"")
        self.check(compiled(TEAM, "-fopenmp", f"-Wl,--dynamic-linker={linker}"), ["musl", "GNU C library"])

    def test_shared_library(self):
        library = compiled("int x;\n", "-shared", "-fPIC", name="libplain.so")
        os.chmod(library, 0o755)
        self.check(library, ["shared library"])

    def test_no_program_named(self):
        done = xomp("run", "--threads", "2")
        self.assertEqual(done.returncode, 125)
        self.assertIn("which program?", done.stderr)

    def test_unknown_option(self):
        done = xomp("run", "--thraeds", "2", "true")
        self.assertEqual(done.returncode, 125)
        self.assertIn("--thraeds", done.stderr)


@unittest.skipUnless(os.getuid() == 0, "needs root to make a setuid program of another user")
class OtherRights(unittest.TestCase):
    def test_setuid(self):
        program = compiled(TEAM, "-fopenmp", "-DSETUID_TEST")
        os.chown(program, 65534, 65534)
        os.chmod(program, 0o4755)
        done = xomp("run", "--", program)
        self.assertEqual(done.returncode, 125)
        self.assertRegex(done.stderr, r"setuid.*preload")


class CommandLine(unittest.TestCase):
    def check(self, words, *expected):
        done = xomp(*words)
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for text in ("xomp: error: ", *expected):
            self.assertIn(text, done.stderr)

    def test_unknown_subcommand(self):
        self.check(["primecount"], "no subcommand 'primecount'", "run, info, doctor", "xomp run primecount")

    def test_missing_words(self):
        self.check(["doctor"], "TARGET", "xomp doctor --help")
        self.check(["run", "--threads"], "--threads")

    def test_too_many_words(self):
        self.check(["info", "more"], "more")

    def test_words_for_help_and_version(self):
        self.assertEqual(xomp("help").stdout, xomp("--help").stdout)
        self.assertEqual(xomp("help", "run").stdout, xomp("run", "--help").stdout)
        self.assertEqual(xomp("version").stdout, xomp("--version").stdout)

    def test_output_that_cannot_be_written(self):
        # The list of policies is longer than stdio's buffer, the version is shorter; help comes from CLI11.
        for words in (["info"], ["info", "--policies"], ["--version"], ["help", "run"]):
            with self.subTest(words), open("/dev/full", "w", encoding="ascii") as full:
                done = run(XOMP, *words, stdout=full)
                self.assertEqual(done.returncode, 125)
                self.assertIn("cannot write to standard output: No space left", done.stderr)

    def test_empty_name(self):
        self.check(["run", ""], "the program's name is empty")

    def test_no_words_at_all(self):
        done = xomp()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("doctor", done.stdout)


@unittest.skipUnless(os.getuid() == 0 and run("unshare", "--mount", "umount", "-l", "/proc").returncode == 0, "cannot take /proc away here")
class NoProc(unittest.TestCase):
    def without(self, *words):
        return run("unshare", "--mount", "sh", "-c", 'umount -l /proc && exec "$@"', "sh", XOMP, *words)

    def test_run(self):
        done = self.without("run", "-t", "2", compiled(TEAM, "-fopenmp"))
        self.assertIn("threads 2\n", done.stdout, done.stderr)
        self.assertEqual(done.stderr, "")

    def test_doctor_of_a_process(self):
        self.assertIn("/proc is not mounted", self.without("doctor", "5").stderr)


class Scripts(unittest.TestCase):
    def test_script_runs(self):
        script = scratch_file(b"#!/bin/sh\necho script; exit 3\n")
        done = xomp("run", script)
        self.assertEqual((done.returncode, done.stdout), (3, "script\n"))

    def test_script_without_interpreter_line(self):
        done = xomp("run", scratch_file(b"echo plain script\n"))
        self.assertEqual(done.stdout, "plain script\n")

    def test_script_by_env(self):
        script = scratch_file(b"#!/usr/bin/env -S sh\necho by env\n")
        self.assertEqual(xomp("run", script).stdout, "by env\n")


class Moved(unittest.TestCase):
    def test_command_without_its_library(self):
        copy = scratch_file(XOMP.read_bytes())
        done = run(copy, "run", "true")
        self.assertEqual(done.returncode, 125)
        self.assertIn("libgomp-xomp.so", done.stderr)

    def test_path_with_a_space(self):
        prefix = SCRATCH / "with space"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "bin/xomp").write_bytes(XOMP.read_bytes())
        (prefix / "bin/xomp").chmod(0o755)
        (prefix / "lib").symlink_to(COMPAT.parent)
        done = run(prefix / "bin/xomp", "run", "-t", "2", compiled(TEAM, "-fopenmp"), env=environment())
        self.assertIn("threads 2\n", done.stdout)
        self.assertIn("with space/lib/compat/libgomp.so.1", done.stdout)


if __name__ == "__main__":
    unittest.main()
