"""Every subcommand's mistakes in one table: each ends with 125 and one sentence on stderr that names the word that is wrong. What a program
that runs ends with is passed on as it is."""
import os
import subprocess
import unittest

from support import SCRATCH, XOMP, run, xomp

FILES = SCRATCH / "mistakes"
SIM = ("sim", "-m", "epyc-virtual-2", "-w", "2", "-P", "flat", "--size", "100")
RANKS = ("sim", "ranks", "-r", "2", "-P", "hop")

# Words of the command line, and what the sentence has in it.
OPTIONS = [
    *[((*command, word), f"'{word}'") for command in (("run",), ("info",), ("doctor",), ("sim",), ("sim", "ranks"), ("trace",), ("stack",))
      for word in ("--bogus", "-Z")],
    (("--bogus",), "'--bogus'"), (("bench", "--bogus"), "--bogus"), (("tune", "--bogus"), "--bogus"),
    (("bogus",), "no subcommand 'bogus'"), (("help", "bogus"), "no subcommand 'bogus'"),
    (("info", "more"), "'more'"), (("sim", "more"), "'more'"), (("sim", "ranks", "more"), "'more'"), (("tune", "more"), "more"),
    (("run",), "which program?"), (("trace",), "which program?"), (("tune",), "which program?"), (("doctor",), "TARGET"), (("stack",), "required"),
    (("run", "--threads"), "--threads: a value is missing"), (("sim", "--size"), "--size: a value is missing"),
    (("bench", "--size"), "--size"), (("tune", "--alpha"), "--alpha"),
]
VALUES = [
    (("run", "-t", "0", "true"), "--threads: Value 0 not in range 1 to 32768"), (("run", "-t", "x", "true"), "Value x"),
    (("run", "--policy", "nix", "true"), "'nix'; there are auto"), (("run", "--as", "nix", "true"), "--as nix"),
    (("trace", "-t", "0", "true"), "Value 0"), (("trace", "--level", "x", "true"), "x not in {states,tasks,all}"),
    (("trace", "--size", "0", "true"), "--size"), (("trace", "--format", "x", "true"), "'x' is none of html"),
    (("sim", "-w", "0"), "'0' is not allowed; give numbers from 1 to 384"), (("sim", "-m", "epyc-virtual-2", "-w", "3"), "from 1 to 2"),
    ((*SIM, "-w", "1"), "--workers: it may be given once"), ((*SIM, "--seed", "-1"), "'-1' is not allowed"),
    (("sim", "--size", "0"), "--size: '0' is not allowed; give a number from 1"), (("sim", "--size", "x"), "'x'"),
    ((*SIM, "--grain", "-1"), "--grain: '-1'"), ((*SIM, "--warm", "-1"), "--warm -1"), ((*SIM, "--quantum", "x"), "--quantum: 'x' is no number"),
    ((*SIM, "--policy", "nix"), "'nix'"), (("sim", "-P", "nix"), "'nix'"), ((*SIM, "--as", "nix"), "--as nix"),
    ((*SIM, "--barrier", "nix"), "--barrier nix"), (("sim", "-m", "nix"), "--machine nix"), (("sim", "--as", "ompi", "-p", "auto"), "--as"),
    (("sim", "ranks", "-r", "1"), "'1' is not allowed"), ((*RANKS, "--threads", "0"), "--threads 0"), ((*RANKS, "--steps", "-5"), "'-5'"),
    ((*RANKS, "--bytes", "-5"), "'-5'"), ((*RANKS, "--seed", "-1"), "'-1'"), ((*RANKS, "--grain", "-1"), "'-1'"),
    (("sim", "ranks", "-c", "nix"), "--cluster nix"), (("sim", "ranks", "-P", "nix"), "'nix'"), (("info", "--times", "x"), "--probe"),
    (("bench", "nix"), "'nix'"), (("bench", "fib", "--size", "x"), "'x' is no size; allowed: tiny"), (("bench", "--threads", "0"), "'0'"),
    (("bench", "--runs", "0"), "'0' is not allowed; give a whole number from 1"), (("bench", "--runs", "1.5"), "'1.5'"), (("bench", "--policies", "nix"), "'nix'"),
    (("bench", "--peers", "nix"), "'nix'"), (("bench", "--as", "nix"), "'nix'"), (("bench", "--compilers", "nix"), "'nix'"),
    (("bench", "--untied", "nix"), "'nix'"), (("bench", "--environment", "nix"), "'nix'"), (("bench", "--allocator", "nix"), "'nix'"),
    (("bench", "--timeout", "inf"), "'inf'"), (("bench", "--budget", "0"), "'0'"), (("bench", "--with", "nix=/"), "'nix'"),
    (("bench", "--ranks", "1"), "'1'"), (("bench", "--mpi", "nix"), "'nix'"), (("bench", "--compare", "x"), "--compare"), (("bench", "--alpha", "2"), "'2'"),
    (("tune", "--alpha", "2", "--", "true"), "'2' is no probability; give a number above 0 and below 1"), (("tune", "--alpha", "nan", "--", "true"), "'nan'"),
    (("tune", "--budget", "soon", "--", "true"), "'soon' is not allowed; give a number from 1"), (("tune", "--budget", "inf", "--", "true"), "'inf'"),
    (("tune", "--metric", "(", "--", "true"), "'(' is no regular expression"), (("tune", "--metric", "(a)(b)", "--", "true"), "2 groups"),
    (("tune", "--maximise", "--", "true"), "--metric"), (("tune", "--least-change", "-1", "--", "true"), "'-1'"),
    (("tune", "--policies", "nix", "--", "true"), "'nix'"), (("tune", "--from-trace", "x", "--no-trace", "--", "true"), "--no-trace"),
]
PROGRAMS = [((), "name is empty"), (("nix-nix",), "'nix-nix'"), (("./nix",), "./nix"), (("plain/x",), "plain/x"), (("./folder",), "./folder"),
            (("./plain",), "chmod +x"), (("./no-interpreter",), "/no/such/interpreter"), (("./damaged",), "./damaged"), (("./pipe",), "./pipe")]
PATHS = [
    *[((*command, *(word or ("",))), text) for command in (("run",), ("trace",), ("tune", "--")) for word, text in PROGRAMS],
    *[(("doctor", *(word or ("",))), text) for word, text in PROGRAMS if text not in ("./folder", "chmod +x")],
    (("doctor", "./plain"), "./plain"), (("doctor", "999999999"), "999999999"),
    *[(("trace", "--from", word), word) for word in ("nix", "plain", "folder")], (("stack", "999999999"), "999999999"), (("stack", "nix"), "nix"),
    (("stack", "folder"), "folder"), (("stack", "plain"), "PROGRAM"), (("stack", "plain", "/bin/true"), "plain"),
    *[(("info", "--probe", "--times", word), word) for word in ("nix", "plain", "folder")], *[(("sim", "-m", word), word) for word in ("plain", "folder")],
    ((*SIM, "--picture", "/no/such/x.svg"), "/no/such/x.svg"), ((*SIM, "--picture", "folder"), "folder"), ((*RANKS, "--picture", "folder"), "folder"),
    *[(("tune", "--from-trace", word, "--", "true"), word) for word in ("nix", "plain", "folder")],
    *[(("bench", "--compare", word, word), word) for word in ("nix", "plain", "folder")],
]
# As a user who may not read what he names, nor write where he is.
RIGHTS = [(("run", "./closed"), "Permission denied"), (("trace", "./closed"), "Permission denied"), (("tune", "--", "./closed"), "Permission denied"), (("doctor", "./closed"), "Permission denied"),
          (("trace", "--from", "closed"), "closed"), (("info", "--probe", "--times", "closed"), "closed"), (("sim", "-m", "closed"), "closed"),
          (("tune", "--from-trace", "closed", "--", "true"), "closed"), (("bench", "--compare", "closed", "closed"), "closed"),
          ((*SIM, "--picture", "x.svg"), "x.svg")]


def setUpModule():
    FILES.mkdir()
    (FILES / "folder").mkdir()
    (FILES / "plain").write_text("notes")
    for name, content in (("no-interpreter", b"#!/no/such/interpreter\n"), ("damaged", b"\177ELF\2\1\1garbage"), ("closed", b"#!/bin/sh\n")):
        (FILES / name).write_bytes(content)
        (FILES / name).chmod(0o755)
    (FILES / "closed").chmod(0o700)
    os.mkfifo(FILES / "pipe")


class Mistakes(unittest.TestCase):
    def check(self, rows, **options):
        for words, text in rows:
            with self.subTest(" ".join(words)):
                done = xomp(*words, cwd=FILES, stdin=subprocess.DEVNULL, **options)
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertRegex(done.stderr, r"^xomp( bench| tune)?: error: ")
                self.assertIn(text, done.stderr)

    def test_options(self):
        self.check(OPTIONS)

    def test_values(self):
        self.check(VALUES)

    def test_programs_and_files(self):
        self.check(PATHS)

    @unittest.skipUnless(os.getuid() == 0, "needs root, to be another user")
    def test_rights(self):
        if run("test", "-x", XOMP, user=65534).returncode != 0:
            self.skipTest("the build directory is closed to other users")
        SCRATCH.chmod(0o711)
        self.check(RIGHTS, user=65534)

    def test_output_that_cannot_be_written(self):
        for words in (["info"], ["bench", "--help"], ["tune", "--help"], ["bench", "--version"]):
            with self.subTest(words), open("/dev/full", "w", encoding="ascii") as full:
                done = run(XOMP, *words, stdout=full)
                self.assertEqual(done.returncode, 125)
                self.assertRegex(done.stderr, r"^xomp.*error: .*standard output: No space left on device\n$")


class Programs(unittest.TestCase):
    def test_what_a_program_ends_with_is_its_own(self):
        for command in ("run", "trace"):
            for status in (0, 1, 7, 125, 126, 127):
                with self.subTest(command=command, status=status):
                    self.assertEqual(xomp(command, "sh", "-c", f"exit {status}", cwd=FILES).returncode, status)
            self.assertEqual(xomp(command, "sh", "-c", "kill -TERM $$", cwd=FILES).returncode, -15)

    def test_tune_tells_a_program_that_fails_from_one_that_cannot_run(self):
        done = xomp("tune", "--", "sh", "-c", "echo it broke; exit 125", cwd=FILES)
        self.assertEqual(done.returncode, 1)
        self.assertIn("exit status 125 (it broke)", done.stderr)


class Versions(unittest.TestCase):
    def test_the_same_everywhere(self):
        wanted = xomp("--version").stdout
        self.assertRegex(wanted, r"^xomp \d+\.\d+\.\d+ \(([0-9a-f]{12}(-dirty)?, )?(gcc|clang) [0-9.]+\)\n$")
        for command in ("run", "info", "doctor", "sim", "sim ranks", "bench", "trace", "tune", "stack"):
            with self.subTest(command):
                done = xomp(*command.split(), "--version")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, wanted, ""))
        self.assertIn(wanted.removeprefix("xomp "), xomp("info").stdout)


if __name__ == "__main__":
    unittest.main()
