"""xomp run: the program behaves as it would without it, and finds XOMP."""
import os
import signal
import subprocess
import unittest

from support import COMPAT, LIMIT_S, SCRATCH, SERIAL, TEAM, XOMP, compiled, environment, xomp

OURS = str(COMPAT / "libgomp.so.1")


def team(compiler="gcc"):
    return compiled(TEAM, "-fopenmp", compiler=compiler)


def shell(script, **options):
    return xomp("run", "--", "sh", "-c", script, **options)


class Binding(unittest.TestCase):
    def check_team(self, compiler):
        done = xomp("run", "--threads", "3", team(compiler))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("threads 3\n", done.stdout)
        self.assertIn(f"runtime {OURS}\n", done.stdout)

    def test_gcc_program(self):
        self.check_team("gcc")

    def test_clang_program(self):
        self.check_team("clang-19")

    def test_file_name_is_a_runtimes(self):
        # threadpoolctl and MKL go by the name of the mapped file.
        done = shell("grep -o '/[^ ]*xomp[^ ]*[.]so' /proc/self/maps | sort -u")
        names = done.stdout.split()
        self.assertEqual(len(names), 1, done.stdout)
        self.assertRegex(os.path.basename(names[0]), r"^lib(gomp|omp)")

    def test_children_inherit(self):
        done = shell(f"sh -c '{team()}'; true")
        self.assertIn(f"runtime {OURS}\n", done.stdout)

    def test_run_in_run(self):
        done = xomp("run", "--", XOMP, "run", team(), "LD_PRELOAD", "LD_LIBRARY_PATH")
        self.assertIn(f"LD_PRELOAD={OURS}\n", done.stdout)
        self.assertIn(f"LD_LIBRARY_PATH={COMPAT}\n", done.stdout)


class Outcome(unittest.TestCase):
    def test_exit_status(self):
        self.assertEqual(shell("exit 7").returncode, 7)

    def test_signal_that_ends_it(self):
        self.assertEqual(shell("kill -ABRT $$").returncode, -signal.SIGABRT)

    def test_signal_from_outside(self):
        script = "trap 'echo got it; exit 5' TERM; echo ready; while :; do read line; done"
        with subprocess.Popen([XOMP, "run", "--", "sh", "-c", script], env=environment(), text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            self.assertEqual(process.stdout.readline(), "ready\n")
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate("\n", timeout=LIMIT_S)  # dash looks at its traps when read returns
        self.assertEqual((output, process.returncode), ("got it\n", 5))

    def test_ignored_signals_stay_ignored(self):
        done = subprocess.run(["sh", "-c", f"trap '' INT; exec {XOMP} run -- sh -c 'kill -INT $$; echo on'"],
                              env=environment(), capture_output=True, text=True, timeout=LIMIT_S)
        self.assertEqual(done.stdout, "on\n")

    def test_input_and_output(self):
        done = xomp("run", "--", "cat", input="one\ntwo\n")
        self.assertEqual(done.stdout, "one\ntwo\n")

    def test_arguments_arrive_as_they_are(self):
        words = ["--threads", "a b", "", "[x,y]", "-v", "--"]
        done = xomp("run", "printf", "%s|", *words)
        self.assertEqual(done.stdout, "".join(word + "|" for word in words))

    def test_name_of_the_program(self):
        self.assertEqual(shell("echo $0").stdout, "sh\n")


class Environment(unittest.TestCase):
    def values(self, *options, names, **changes):
        done = xomp("run", *options, "--", team(), *names, env=environment(**changes))
        self.assertEqual(done.returncode, 0, done.stderr)
        return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)

    def test_preload_is_kept_before_ours(self):
        other = compiled("int launcher_test_marker = 1;\n", "-shared", "-fPIC", name="libother.so")
        values = self.values(names=["LD_PRELOAD"], LD_PRELOAD=other)
        self.assertEqual(values["LD_PRELOAD"], f"{other}:{OURS}")

    def test_preloaded_runtime_comes_behind_ours(self):
        other = compiled("int launcher_test_marker = 1;\n", "-shared", "-fPIC", name="libgomp-other.so.1")
        values = self.values(names=["LD_PRELOAD"], LD_PRELOAD=other)
        self.assertEqual(values["LD_PRELOAD"], f"{OURS}:{other}")

    def test_library_path_is_kept_behind_ours(self):
        values = self.values(names=["LD_LIBRARY_PATH"], LD_LIBRARY_PATH="/nowhere:/elsewhere")
        self.assertEqual(values["LD_LIBRARY_PATH"], f"{COMPAT}:/nowhere:/elsewhere")

    def test_threads(self):
        self.assertEqual(self.values("-t", "2", names=["OMP_NUM_THREADS"])["OMP_NUM_THREADS"], "2")

    def test_threads_win_over_the_environment(self):
        done = xomp("run", "--threads=2", team(), env=environment(OMP_NUM_THREADS="5"))
        self.assertIn("threads 2\n", done.stdout)

    def test_wrong_threads(self):
        for wrong in ("0", "-3", "many", "100000000"):
            done = xomp("run", "--threads", wrong, team())
            self.assertEqual(done.returncode, 125, wrong)
            self.assertIn("--threads", done.stderr)

    def test_policy(self):
        done = xomp("run", "--policy", "auto", team())
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_wrong_policy(self):
        for wrong, why in (("", "there are auto"), ("abc", "there are auto"), ("auto:0", "few from 1 to"), ("auto:a=3", "no parameter 'a'")):
            done = xomp("run", "--policy", wrong, team())
            self.assertEqual(done.returncode, 125, wrong)
            self.assertIn(why, done.stderr)

    def test_system_of_a_paper(self):
        done = xomp("run", "--as", "xgomptb", team(), env=environment(OMP_DISPLAY_ENV="verbose"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("XOMP_AS='xgomptb'", done.stderr)
        self.assertIn("XOMP_BARRIER='tree", done.stderr)

    def test_wrong_system(self):
        done = xomp("run", "--as", "gomp", team())
        self.assertEqual(done.returncode, 125)
        self.assertIn("--as gomp: there is no system of that name; choose from xqueue, ", done.stderr)

    def test_stats_are_handed_on(self):
        values = self.values("--stats", names=["XOMP_STATS"])
        self.assertEqual(values["XOMP_STATS"], "1")

    def test_stats_are_printed(self):
        done = xomp("run", "--stats", team())
        self.assertEqual(done.returncode, 0)
        for words in ("threads", "created", "run inline", "stolen", "waiting", "peak memory"):
            self.assertIn(words, done.stderr)

    def test_stats_in_a_file(self):
        file = SCRATCH / "statistics"
        for _ in range(2):
            done = xomp("run", team(), env=environment(XOMP_STATS=file))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(file.read_text().count("xomp: statistics of "), 2)
        done = xomp("run", team(), env=environment(XOMP_STATS="/nowhere/statistics"))
        self.assertEqual(done.returncode, 0)
        self.assertIn("XOMP_STATS=/nowhere/statistics: the file cannot be written (No such file or directory)", done.stderr)
        self.assertIn("xomp: statistics of ", done.stderr)

    def test_a_wrong_policy_of_the_environment(self):
        done = xomp("run", team(), env=environment(XOMP_SCHEDULE_POLICY="b\001o\033gus"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("XOMP_SCHEDULE_POLICY='b?o?gus': there is no policy 'b?o?gus'; there are auto, ", done.stderr)

    def test_nothing_is_set_that_nobody_asked_for(self):
        values = self.values(names=["OMP_NUM_THREADS", "XOMP_STATS"])
        self.assertEqual(set(values.values()), {"(not set)"})

    def test_verbose_says_what_is_bound(self):
        done = xomp("run", "--verbose", team())
        self.assertIn(f"LD_PRELOAD={OURS}", done.stderr)
        self.assertRegex(done.stderr, r"libgomp\.so\.1: taken over")


# Opens the library that it names, and says what dlerror() has to say afterwards.
OPENER = r"""
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char** argv) {
  const char* first = dlerror();
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
  const char* error = dlerror();
  printf("%s, %s, %s\n", first ? first : "none", library ? "opened" : "not opened", error ? error : "none");
  return 0;
}
"""
PLUGIN = r"""
int threads;
__attribute__((constructor)) static void begin(void) {
#pragma omp parallel num_threads(2)
#pragma omp atomic
  ++threads;
}
"""


class Loading(unittest.TestCase):
    def test_no_error_is_left(self):
        plugin = compiled(PLUGIN, "-fopenmp", "-shared", "-fPIC", name="plugin.so")
        for options in ({}, {"OMP_TOOL_LIBRARIES": "/nowhere/tool.so"}, {"OMP_PLACES": "cores"}):
            done = xomp("run", compiled(OPENER, "-ldl"), plugin, env=environment(**options))
            self.assertEqual(done.stdout, "none, opened, none\n", done.stderr)


class Silence(unittest.TestCase):
    def test_nothing_of_ours_is_printed(self):
        for compiler in ("gcc", "clang-19"):
            self.assertEqual(xomp("run", team(compiler)).stderr, "")

    def test_shells_start_others(self):
        self.assertEqual(shell("true").stderr, "")

    def test_program_without_openmp(self):
        done = xomp("run", compiled(SERIAL))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "serial\n", ""))
        done = xomp("run", "--verbose", compiled(SERIAL))
        self.assertRegex(done.stderr, r"not linked against an OpenMP runtime")


if __name__ == "__main__":
    unittest.main()
