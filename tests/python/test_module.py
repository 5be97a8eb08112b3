"""The module `xomp` in an environment where the wheel is installed: use(), info(), the paths, python -m xomp."""
import json
import os
import pty
import re
import subprocess
import tempfile
import unittest

from environment import environment, installed, run

# Prints what it was started with, and how often it began (in the file that BEGUN names).
PROGRAM = """
import os, sys
with open(os.environ["BEGUN"], "a") as file: file.write("x")
import xomp
xomp.use(%s)
import json
print(json.dumps({"argv": sys.argv[1:], "stdin": sys.stdin.read(), "optimize": sys.flags.optimize, "X": sorted(map(str, sys._xoptions)),
                  "unbuffered": sys.stdout.write_through, "mark": "XOMP_PYTHON_RESTARTED" in os.environ, "info": xomp.info()}))
sys.exit(7)
"""


class Module(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.python = installed("numpy", "scikit-learn", "ipython", "pytest")
        cls.prefix = cls.python.parent.parent
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)

    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=self.scratch.name)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def python_says(self, *words, stdin="", **changes):
        """Also how often the program began."""
        begun = os.path.join(self.folder, "begun")
        open(begun, "w", encoding="utf-8").close()
        done = subprocess.run([str(self.python), *words], input=stdin, text=True, capture_output=True, cwd=self.folder, timeout=300,
                              env=environment(BEGUN=begun, **changes))
        return done, os.path.getsize(begun)

    def refusal(self, program, *words, **changes):
        """What use() says in `program`, which would print "went on"."""
        done, _ = self.python_says(self.file("program.py", program), *words, **changes)
        self.assertNotIn("went on", done.stdout, done.stderr)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        return done.stderr.splitlines()[-1]


class Use(Module):
    def check(self, done, begun, threads=None):
        self.assertEqual((done.returncode, begun), (7, 2), done.stderr)
        said = json.loads(done.stdout)
        library = str(self.prefix / "lib/libgomp-xomp.so")
        self.assertTrue(said["info"]["active"])
        self.assertEqual(said["info"]["runtimes"], [library])
        self.assertFalse(said["mark"])
        if threads:
            self.assertEqual(said["info"]["threads"], threads)
        return said

    def test_script(self):
        script = self.file("program.py", PROGRAM % "threads=3, policy='deque'")
        done, begun = self.python_says("-O", "-X", "utf8", "-u", script, "one", "--two", "a b", "", stdin="kept\n")
        said = self.check(done, begun, threads=3)
        self.assertEqual(said["argv"], ["one", "--two", "a b", ""])
        self.assertEqual((said["stdin"], said["optimize"], said["X"], said["unbuffered"]), ("kept\n", 1, ["utf8"], True))
        self.assertEqual(said["info"]["policy"], "deque")

    def test_text_and_module_and_folder(self):
        self.file("package/__main__.py", PROGRAM % "")
        self.file("package/__init__.py", "")
        for words in (["-c", PROGRAM % ""], ["-m", "package"], ["package"]):
            with self.subTest(words=words[0]):
                done, begun = self.python_says(*words, "last", OMP_NUM_THREADS=2)
                self.assertEqual(self.check(done, begun, threads=2)["argv"], ["last"])

    def test_second_call_and_xomp_run_change_nothing(self):
        script = self.file("program.py", "import xomp\nxomp.use()\nxomp.use(threads=1)\nprint(xomp.info()['threads'])\n")
        done, _ = self.python_says(script, OMP_NUM_THREADS=3)
        self.assertEqual(done.stdout, "3\n", done.stderr)
        script = self.file("program.py", PROGRAM % "threads=1")
        done, begun = self.python_says("-m", "xomp", "run", "-t", "2", "--", str(self.python), script)
        self.assertEqual((done.returncode, begun), (7, 1), done.stderr)
        self.assertEqual(json.loads(done.stdout)["info"]["threads"], 2)

    def test_scikit_learn_runs_on_it(self):
        done, _ = self.python_says("-c", """
import xomp
xomp.use(threads=2)
import numpy, os
from sklearn.ensemble import HistGradientBoostingRegressor
samples = numpy.random.default_rng(7).normal(size=(4000, 8))
HistGradientBoostingRegressor(max_iter=20, random_state=1).fit(samples, samples[:, 0])
print(len(xomp.info()["runtimes"]))
""", XOMP_STATS=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        regions = max(int(count) for count in re.findall(r"xomp: regions +(\d+)", done.stderr))
        self.assertGreater(regions, 20, done.stderr)
        self.assertEqual(done.stdout, "2\n")  # the wheel's libgomp is there, unused

    def test_children_of_multiprocessing(self):
        # Spawned children run the program's beginning again.
        script = self.file("program.py", """
import multiprocessing, xomp
xomp.use(threads=2)
def active(_): return xomp.info()["active"]
if __name__ == "__main__":
    for kind in ("spawn", "fork", "forkserver"):
        with multiprocessing.get_context(kind).Pool(2) as pool: print(kind, pool.map(active, range(2)))
""")
        done, _ = self.python_says(script)
        self.assertEqual(done.stdout, "spawn [True, True]\nfork [True, True]\nforkserver [True, True]\n", done.stderr)


class Refusals(Module):
    def test_wrong_arguments(self):
        for arguments, words in (("threads=0", "threads=0: None, or a whole number from 1 to 32768"), ("threads=True", "threads=True"),
                                 ("threads='2'", "threads='2'"), ("policy='fastest'", "'fastest'")):
            with self.subTest(arguments):
                said = self.refusal(f"import xomp\nxomp.use({arguments})\nprint('went on')")
                self.assertTrue(said.startswith("ValueError: "), said)
                self.assertIn(words, said)

    def test_loaded_runtime(self):
        said = self.refusal("from sklearn.cluster import KMeans\nimport xomp\nxomp.use()\nprint('went on')")
        self.assertRegex(said, r"RuntimeError: .*/scikit_learn\.libs/libgomp-\w+\.so\S* is loaded already: call xomp\.use\(\) before")

    def test_threads(self):
        said = self.refusal("import threading, xomp\ngo_on = threading.Event()\nthreading.Thread(target=go_on.wait, daemon=True).start()\n"
                            "xomp.use()\nprint('went on')")
        self.assertIn("2 threads run already", said)

    def test_working_directory(self):
        script = self.file("program.py", "import os, xomp\nos.chdir('/')\nxomp.use()\nprint('went on')")
        done, _ = self.python_says(os.path.basename(script))
        self.assertIn("no file program.py below /", done.stderr)
        self.assertNotIn("went on", done.stdout)

    def test_program_from_standard_input(self):
        for words in ([], ["-"]):
            done, _ = self.python_says(*words, stdin="import xomp\nxomp.use()\nprint('went on')\n")
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertIn("read from standard input", done.stderr)

    def test_interactive(self):
        for program in ([str(self.python), "-i", "-q"], [str(self.prefix / "bin/ipython"), "--simple-prompt", "--no-banner"]):
            with self.subTest(program[0]):
                ours, theirs = pty.openpty()
                done = subprocess.run(program, input="import xomp\nxomp.use()\nprint('went ' + 'on')\n", text=True, stdout=theirs,
                                      stderr=theirs, env=environment(HOME=self.folder, TERM="dumb"), timeout=120, check=False)
                os.close(theirs)
                said = b""
                while True:
                    try:
                        part = os.read(ours, 65536)
                    except OSError:  # all was read
                        break
                    said += part
                os.close(ours)
                self.assertIn(b"interactive session", said, done)
                self.assertIn(b"went on", said)  # the session itself

    def test_pytest(self):
        self.file("test_it.py", "import xomp\ndef test_use(): xomp.use()\n")
        done, _ = self.python_says("-m", "pytest", "-p", "no:cacheprovider", "test_it.py")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("pytest has begun", done.stdout)

    def test_forked_children(self):
        for fork in ("import os\nchild = os.fork()\nif child: os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\nxomp.use()",
                     "import multiprocessing\nchild = multiprocessing.get_context('fork').Process(target=xomp.use)\nchild.start()\n"
                     "child.join()\nraise SystemExit(child.exitcode)"):
            said = self.refusal(f"import xomp\n{fork}\nprint('went on')")
            self.assertIn("made by fork or by multiprocessing", said)

    def test_no_loop(self):
        # As if `xomp run` had started this process and its library were not there.
        script = self.file("program.py", "import xomp\nxomp.use()\nprint('went on')")
        done = subprocess.run(["sh", "-c", f"XOMP_PYTHON_RESTARTED=$$ exec {self.python} {script}"], text=True, capture_output=True,
                              env=environment(), check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("was started again by `xomp run`, but ", done.stderr)


class Installation(Module):
    def test_paths(self):
        done, _ = self.python_says("-c", "import xomp\nfor name in xomp.__all__:\n"
                                         "  if name.endswith('path'): print(name, getattr(xomp, name)())")
        said = dict(line.split() for line in done.stdout.splitlines())
        self.assertEqual(said, {"library_path": f"{self.prefix}/lib/libgomp-xomp.so", "libraries_path": f"{self.prefix}/lib/xomp/compat",
                                "include_path": f"{self.prefix}/include", "cmake_path": f"{self.prefix}/lib/cmake/xomp"}, done.stderr)
        self.assertTrue(os.path.isfile(said["include_path"] + "/xomp.h"))
        self.assertTrue(os.path.isfile(said["cmake_path"] + "/xomp-config.cmake"))

    def test_info_of_a_process_without_xomp(self):
        done, _ = self.python_says("-c", "import json, xomp; print(json.dumps(xomp.info()))")
        said = json.loads(done.stdout)
        self.assertEqual({name: said[name] for name in ("active", "threads", "policy", "runtimes")},
                         {"active": False, "threads": None, "policy": None, "runtimes": []})
        version = run(self.prefix / "bin/xomp", "--version").stdout
        self.assertIn(f"xomp {said['version']} (", version)
        self.assertIn(said["commit"] or "(gcc", version)

    def test_subcommands(self):
        done, _ = self.python_says("-m", "xomp", "run", "-t", "2", "--", "sh", "-c", "echo $OMP_NUM_THREADS; exit 3")
        self.assertEqual((done.returncode, done.stdout), (3, "2\n"), done.stderr)
        done, _ = self.python_says("-m", "xomp", "info", "--policies")
        self.assertIn("deque", done.stdout)
        done, _ = self.python_says("-m", "xomp", "runn")
        self.assertEqual(done.returncode, 125)

    def test_launchers(self):
        lib = self.prefix / "lib"
        theirs = lib / "libiomp5.so"
        theirs.write_text("another package's\n")
        done, _ = self.python_says("-m", "xomp", "launchers")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{theirs} belongs to another package", done.stderr)
        self.assertFalse((lib / "libgomp.so.1").exists())
        theirs.unlink()
        for _ in range(2):
            done, _ = self.python_says("-m", "xomp", "launchers")
            self.assertEqual((done.returncode, done.stdout), (0, f"{lib}/libiomp5.so\n{lib}/libgomp.so.1\n"), done.stderr)
        done = run(self.python, "-c", "import xomp; print(xomp.info()['active'])", LD_PRELOAD=theirs)
        self.assertEqual((done.stdout, done.stderr), ("True\n", ""))
        record, = lib.glob("python3*/site-packages/xomp-*.dist-info/RECORD")
        self.assertEqual(sum("libiomp5.so,," in line and "compat" not in line for line in record.read_text().splitlines()), 1)
        done, _ = self.python_says("-m", "xomp", "launchers", "--undo")
        self.assertEqual(done.returncode, 0)
        self.assertFalse(theirs.is_symlink() or (lib / "libgomp.so.1").is_symlink())
        done, _ = self.python_says("-m", "xomp", "launchers", "--redo")
        self.assertEqual((done.returncode, done.stderr), (1, "usage: python -m xomp launchers [--undo]\n"))


if __name__ == "__main__":
    unittest.main()
