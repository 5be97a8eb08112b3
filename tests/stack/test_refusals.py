"""`xomp stack` where there is nothing to say: status 1 and one sentence. Mistakes of the call: status 125."""
import os
import pwd
import shutil
import subprocess
import tempfile
import unittest

from support import BUILD, LIMIT_S, Hanging, compiled, line_of, xomp_stack


class NothingToSay(unittest.TestCase):
    def says(self, said, part, status=1):
        self.assertEqual((said.returncode, said.stdout), (status, ""), said.stderr)
        self.assertIn(part, said.stderr)
        self.assertEqual(said.stderr.count("\n"), 1, said.stderr)
        self.assertNotIn("@", said.stderr)

    def test_a_program_that_works(self):
        for level in ("-O0", "-O2"):
            with Hanging(compiled("gcc", "-g", level=level), "works") as hanging:
                self.says(hanging.stack(), f"process {hanging.process.pid}: no thread waits for another one: thread 1 ")
                self.says(hanging.stack("--tasks", "--frames"), f"runs {line_of('while (!go_on) afterwards++')} (works)")

    def test_a_process_without_the_runtime(self):
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
            self.says(xomp_stack(process.pid), f"process {process.pid}: there is no libxomp.so in this process")
            process.stdin.close()

    def test_no_such_process(self):
        self.says(xomp_stack("999999999"), "there is no process 999999999", status=125)

    def test_a_process_that_has_ended(self):
        process = subprocess.Popen(["true"])
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it stays until somebody takes its status
        self.says(xomp_stack(process.pid), f"process {process.pid} has ended")
        process.wait()
        self.says(xomp_stack(process.pid), f"there is no process {process.pid}", status=125)

    @unittest.skipUnless(os.geteuid() == 0, "only root can become somebody else")
    def test_without_permission(self):
        nobody = pwd.getpwnam("nobody")
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
            said = subprocess.run([str(BUILD / "bin" / "xomp"), "stack", str(process.pid)], capture_output=True, text=True, timeout=LIMIT_S,
                                  user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
            process.stdin.close()
        self.says(said, f"gdb may not look into process {process.pid}: it is another user's")

    def test_a_process_that_another_debugger_has(self):
        with Hanging(compiled("gcc", "-g"), "region") as hanging:
            debugger = subprocess.Popen(["gdb", "-nx", "-q", "-iex", "set debuginfod enabled off", "-p", str(hanging.process.pid), "-ex",
                                         "echo attached\\n"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True)
            while "attached" not in (line := debugger.stdout.readline()):
                self.assertNotEqual(line, "")
            self.says(hanging.stack(), f"process {debugger.pid} looks into it already")
            debugger.communicate("detach\nquit\n")

    def test_without_gdb(self):
        with tempfile.TemporaryDirectory() as empty:
            self.says(subprocess.run([shutil.which("env"), f"PATH={empty}", str(BUILD / "bin" / "xomp"), "stack", "1"], capture_output=True,
                                     text=True), "needs gdb", status=125)


class Mistakes(unittest.TestCase):
    def test_what_is_no_process_and_no_core(self):
        for words, part in ((["/nowhere/core"], "there is no file /nowhere/core"),
                            (["/etc/hostname"], "a core file needs the program that it is of"),
                            (["/etc"], "/etc is no core file"), (["1", "x"], "x is no number of a process")):
            said = xomp_stack(*words)
            self.assertEqual((said.returncode, said.stdout), (125, ""))
            self.assertIn(part, said.stderr)
        said = xomp_stack("/etc/hostname", "/bin/true")
        self.assertEqual((said.returncode, said.stdout), (125, ""))
        self.assertIn("/etc/hostname is no core file", said.stderr)


if __name__ == "__main__":
    unittest.main()
