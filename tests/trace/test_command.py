"""The command itself: what its files are called, that none goes without a word, and how a conversion is watched and ended."""
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import support

ENDING = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
MANY_TASKS = 3_000_000  # their conversion takes seconds


def setUpModule():
    global tasks
    tasks = support.compiled(support.ROOT / "tests/counts/tasks.c", "gcc")


class Folder(unittest.TestCase):
    def setUp(self):
        support.WORK.mkdir(exist_ok=True)
        place = tempfile.TemporaryDirectory(dir=support.WORK)
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def trace(self, *words):
        done = subprocess.run([str(word) for word in (support.XOMP, "trace", *words)], cwd=self.folder, env=support.environment(), capture_output=True,
                              text=True, timeout=support.LIMIT_S)
        return done, {path.name for path in self.folder.iterdir()}


class Names(Folder):
    def expect(self, name, *command, status=0):
        for old in self.folder.glob("*-trace*"):
            old.unlink()
        done, files = self.trace("--format", "html", "--", *command)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(f"{name}.html", files, done.stderr)
        self.assertIn(f"written: {name}.html", done.stderr)

    def test_the_program_and_not_its_launcher(self):
        launchers = [["env", "A=1"], ["taskset", "1"], ["nice"], ["time", "-p"], ["timeout", "100"], ["sh", "-c", 'exec "$0" "$@"']]
        launchers += [[name, *words] for name, words in (("mpirun.openmpi", ["--allow-run-as-root", "--oversubscribe", "-n", "2"]), ("mpirun.mpich", ["-n", "2"]),
                                                        ("numactl", ["--localalloc"])) if shutil.which(name)]
        for launcher in [[], *launchers]:
            if not launcher or shutil.which(launcher[0]):
                with self.subTest(launcher=launcher):
                    self.expect("tasks-gcc-trace", *launcher, tasks, "fib", 10)

    def test_a_link(self):
        (self.folder / "linked").symlink_to(tasks)
        self.expect("linked-trace", "./linked", "fib", 10)

    def test_a_python_script(self):
        text = f"import ctypes\nctypes.CDLL('{support.BUILD}/lib/libxomp.so').GOMP_parallel(ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda data: None), None, 1, 0)\n"
        script = self.folder / "fit.py"
        script.write_text(f"#!{sys.executable}\n{text}")
        script.chmod(0o755)
        for command in ([sys.executable, "fit.py"], [sys.executable, "-X", "dev", "fit.py", "x.py"], ["./fit.py"], ["env", sys.executable, "fit.py"], [sys.executable, "-m", "fit"]):
            with self.subTest(command=command):
                self.expect("fit-trace", *command)

    def test_nothing_is_replaced_without_a_word(self):
        for name in ("tasks-gcc-trace", "tasks-gcc-trace-2", "tasks-gcc-trace-3"):
            done, files = self.trace("--raw", "--", tasks, "fib", 10)
            self.assertIn(f"written: {name}.html, {name}.perfetto\n", done.stderr)
            self.assertTrue({f"{name}.html", f"{name}.perfetto", f"{name}.xtrace"} <= files, files)
        # One of the files is enough.
        (self.folder / "tasks-gcc-trace-4.perfetto").touch()
        self.assertIn("written: tasks-gcc-trace-5.html", self.trace("--", tasks, "fib", 10)[0].stderr)
        self.assertIn("written: tasks-gcc-trace-6.html", self.trace("--from", "tasks-gcc-trace.xtrace", "--out", "tasks-gcc-trace-6")[0].stderr)
        self.assertIn("written: tasks-gcc-trace-7.html", self.trace("--", tasks, "fib", 10)[0].stderr)

    def test_a_name_of_the_users_is_replaced_and_said(self):
        for replaced in ("", " (replaced)"):
            done, files = self.trace("--raw", "--out", "own", "--", tasks, "fib", 10)
            self.assertIn(f"written: own.html{replaced}, own.perfetto{replaced}\n", done.stderr)
            self.assertIn(f"recorded: own.xtrace{replaced}\n", done.stderr)
            self.assertEqual(files, {"own.html", "own.perfetto", "own.xtrace"})

    def test_a_policy_that_there_is(self):
        done, files = self.trace("--policy", "deque", "--out", "own", "--format", "html", "--", tasks, "fib", 10)
        self.assertEqual((done.returncode, files), (0, {"own.html"}), done.stderr)
        self.assertEqual(support.Page(self.folder / "own.html").first["policy"], "deque")

    def test_a_wrong_policy_starts_nothing(self):
        done, files = self.trace("--policy", "bogus", "--", "touch", "started")
        self.assertEqual((done.returncode, files), (125, set()))
        self.assertRegex(done.stderr, "^xomp: error: --policy 'bogus': there is no policy 'bogus'; there are auto, [^\n]*\n$")


class LongConversions(Folder):
    def begin(self, *words, **settings):
        def hear_signals():  # who started the tests may have ignored some (nohup, a shell's &), and what is ignored is inherited
            for number in ENDING:
                signal.signal(number, signal.SIG_DFL)

        process = subprocess.Popen([str(word) for word in (support.XOMP, "trace", *words)], cwd=self.folder, env=support.environment(),
                                   stdout=subprocess.DEVNULL, preexec_fn=hear_signals, **settings)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        return process

    def children(self, process):
        return pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()

    def test_a_signal_ends_it_and_keeps_the_recording(self):
        for number in ENDING:
            with self.subTest(signal=number.name):
                process = self.begin("--level", "all", "--size", 1024, "--format", "html", "--", tasks, "fib", MANY_TASKS, stderr=subprocess.PIPE, text=True)
                program = []
                while not program:
                    program = self.children(process)
                while program[0] in self.children(process):
                    time.sleep(0.01)
                time.sleep(0.2)  # most signals come in the midst of it, and it has to be right whenever one comes
                process.send_signal(number)
                _, text = process.communicate(timeout=10)
                self.assertEqual(process.returncode, -number, text)
                self.assertIn("ended while the files were made; what was recorded is kept; read it by: xomp trace --from ", text)
                self.assertEqual(list(self.folder.iterdir()), [])
                recording = pathlib.Path(text.split("xomp trace --from ")[1].split()[0])
                self.assertGreater(recording.stat().st_size, 10 << 20)
                shutil.rmtree(recording.parent)

    def test_progress_on_a_terminal_only(self):
        done, _ = self.trace("--level", "all", "--size", 1024, "--raw", "--out", "long", "--format", "html", "--", tasks, "fib", MANY_TASKS)
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("%\033", done.stderr)
        for options, expected in (([], True), (["--quiet"], False)):
            reader, writer = pty.openpty()
            process = self.begin("--from", "long.xtrace", "--out", "again", *options, stderr=writer)
            os.close(writer)
            text = b""
            try:
                while piece := os.read(reader, 65536):
                    text += piece
            except OSError:  # the terminal's other side is closed
                pass
            os.close(reader)
            self.assertEqual(process.wait(timeout=support.LIMIT_S), 0)
            self.assertEqual(b"xomp: reading what was recorded: " in text or b"xomp: writing again." in text, expected, text)


if __name__ == "__main__":
    unittest.main()
