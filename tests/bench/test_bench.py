"""`xomp bench`: its results and their checks, going on after an interrupt, time-outs, budgets, and mistakes on the command line."""
import fcntl
import pathlib
import signal
import subprocess
import time
import unittest

from command import BRIEF, SCRATCH, bench, environment, records, start

FEW = [*BRIEF, "--compilers", "gcc"]
IDENTITY = ("key", "suite", "problem", "version", "peer", "policy", "compiler", "threads", "size", "cutoff", "untied", "parameters", "run")
MEASURED = ("operations", "wall_s", "cpu_s", "peak_kb", "others_share", "ok")


class Runs(unittest.TestCase):
    def test_a_problem_on_all_that_is_here(self):
        out = SCRATCH / "all"
        status, output, errors = bench("fib", *BRIEF, "--runs", "2", "--out", out)
        self.assertEqual(status, 0, output + errors)
        first, last = records(out)[0], records(out)[-1]
        self.assertEqual((first["kind"], last["kind"], last["complete"]), ("machine", "end", True))
        for field in ("time", "host", "commit", "xomp", "peers", "compilers", "command"):
            self.assertIn(field, first)
        samples = records(out, "sample")
        for field in IDENTITY + MEASURED:
            self.assertTrue(all(field in sample for sample in samples), field)
        self.assertEqual(len({(s["key"], s["run"]) for s in samples}), len(samples))
        peers = {(s["compiler"], s["peer"]) for s in samples}
        self.assertTrue({("gcc", "xomp"), ("gcc", "serial")} <= peers, peers)
        self.assertEqual({s["policy"] for s in samples if s["peer"] == "xomp"}, {"auto"})
        self.assertEqual(len({s["operations"] for s in samples}), 1)
        self.assertIn("XOMP", output)
        self.assertIn("fib/tiny", output)

    def test_variables_for_the_programs(self):
        out = SCRATCH / "variables"
        few = ["fib", *FEW, "--runs", "1", "--peers", "xomp,serial", "--out", out]
        status, output, errors = bench(*few, "--environment", "OMP_WAIT_POLICY=passive", "--environment", "XOMP_SCHEDULE_POLICY=none")
        self.assertEqual(status, 0, output + errors)  # --policies says which policy
        # Without both, libgomp answers. The serial program has no such variables, and so no failure.
        status, output, errors = bench(*few, "--environment", "LD_PRELOAD=", "--environment", "LD_LIBRARY_PATH=")
        self.assertEqual(status, 1, output + errors)
        self.assertRegex(errors, "ran on .*libgomp.* instead")
        self.assertEqual({s["peer"] for s in records(out, "sample")}, {"serial"})
        status, _, errors = bench("fib", "--environment", "OMP_WAIT_POLICY")
        self.assertEqual(status, 125)
        self.assertIn("give NAME=VALUE", errors)

    def test_joules_where_the_machine_tells_them(self):
        zone = SCRATCH / "powercap" / "intel-rapl:0"
        zone.mkdir(parents=True)
        (zone / "name").write_text("package-0\n")
        (zone / "max_energy_range_uj").write_text("262143328850\n")
        (zone / "energy_uj").symlink_to("/proc/self/schedstat")  # begins with a number that grows while the reader computes
        for problem in ("fib", "chain"):
            out = SCRATCH / f"joules-{problem}"
            status, output, errors = bench(problem, *FEW, "--runs", "1", "--peers", "libgomp,xomp", "--out", out,
                                           env=environment(BENCH_POWERCAP=str(zone.parent)))
            self.assertEqual(status, 0, output + errors)
            self.assertTrue(all(s["joules"] > 0 for s in records(out, "sample")), problem)
            self.assertRegex(output, "joules of one operation +threads +libgomp")

    def test_policies_parameters_and_cutoffs(self):
        out = SCRATCH / "policies"
        status, output, errors = bench("fib:n=15/16", *FEW, "--runs", "1", "--peers", "xomp", "--policies", "deque,na-ws:victims=1,steal=2",
                                       "--cutoffs", "none,final", "--untied", "both", "--out", out)
        self.assertEqual(status, 0, output + errors)
        samples = records(out, "sample")
        self.assertEqual({s["policy"] for s in samples}, {"deque", "na-ws:victims=1,steal=2"})
        self.assertEqual({s["parameters"]["n"] for s in samples}, {15, 16})
        self.assertEqual({(s["cutoff"], s["untied"]) for s in samples}, {(c, u) for c in ("none", "final") for u in (False, True)})
        self.assertEqual(len(samples), 16)

    def test_systems_of_papers(self):
        out = SCRATCH / "systems"
        status, output, errors = bench("fib:n=15", *FEW, "--runs", "1", "--peers", "xomp", "--as", "ompi,xgomptb", "--out", out)
        self.assertEqual(status, 0, output + errors)
        self.assertEqual({s["policy"] for s in records(out, "sample")}, {"auto", "as=ompi", "as=xgomptb"})

    def test_a_papers_experiments(self):
        out = SCRATCH / "paper"
        status, output, errors = bench("paper-x-taskflow", *FEW, "--runs", "1", "--no-sweep", "--peers", "xomp_taskflow", "--out", out)
        self.assertEqual(status, 0, output + errors)
        samples = records(out, "sample")
        self.assertEqual({s["policy"] for s in samples}, {"", "as=x-taskflow-hybrid", "as=x-taskflow-lf"})
        self.assertEqual({s["problem"] for s in samples}, {"wavefront", "graph_traversal", "parallel_for", "skynet", "integrate", "fib"})

    def test_metg(self):
        out = SCRATCH / "metg"
        # A share that is reached on a busy machine, too.
        status, output, errors = bench("metg:target=2", *FEW, "--runs", "2", "--peers", "libgomp,libomp,xomp,native", "--out", out)
        self.assertEqual(status, 0, output + errors)
        samples = records(out, "sample")
        self.assertTrue({("xomp", "tasks"), ("xomp", "loops"), ("native", "native_loops")} <= {(s["peer"], s["version"]) for s in samples})
        self.assertTrue(all(s["metg_us"] > 0 and s["pattern"] == "stencil_1d" for s in samples))
        runs = [s["run"] for s in samples]
        self.assertEqual(runs, sorted(runs))  # all once, then all again

    def test_constructs(self):
        out = SCRATCH / "constructs"
        status, output, errors = bench("chain:variables=3", *FEW, "--runs", "1", "--peers", "xomp", "--out", out)
        self.assertEqual(status, 0, output + errors)
        (sample,) = records(out, "sample")
        self.assertEqual((sample["suite"], sample["problem"], sample["parameters"]), ("constructs", "chain", {"variables": 3}))

    def test_a_timeout_is_a_failure_and_ends_the_program(self):
        out = SCRATCH / "timeout"
        status, output, _ = bench("fib:n=45", *FEW, "--runs", "2", "--peers", "xomp", "--timeout", "0.2", "--out", out)
        self.assertEqual(status, 1)
        (failure,) = records(out, "failure")  # not tried again
        self.assertIn("timed out", failure["reason"])
        self.assertIn("timed out", output)
        left = subprocess.run(["pgrep", "-f", "fib .*--n 45"], capture_output=True, text=True, check=False).stdout
        self.assertEqual(left, "")

    def test_a_peer_that_hangs_before_main(self):
        out, prefix = SCRATCH / "hangs", SCRATCH / "environment"
        (prefix / "lib").mkdir(parents=True)
        source = "#include <unistd.h>\n__attribute__((constructor)) static void hang(void) { for (;;) pause(); }\n"
        build = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(prefix / "lib/libiomp5.so")]
        subprocess.run(build, input=source, text=True, check=True)
        status, output, errors = bench("fib", *BRIEF, "--compilers", "clang", "--runs", "2", "--peers", "libiomp5,xomp", "--timeout", "3", "--out", out,
                                       env=environment(VIRTUAL_ENV=str(prefix)))
        if any(s["peer"] == "libiomp5" for s in records(out, "sample")):
            self.skipTest("another libiomp5 is installed, which does not hang")
        self.assertEqual(status, 1, output + errors)
        self.assertEqual([(f["peer"], f["reason"]) for f in records(out, "failure")], [("libiomp5", "timed out after 3 s")])
        self.assertEqual(len([s for s in records(out, "sample") if s["peer"] == "xomp"]), 2)

    def test_a_budget_is_kept(self):
        begin = time.monotonic()
        status, output, errors = bench("fib", *FEW, "--runs", "100000", "--peers", "xomp", "--budget", "4", "--out", SCRATCH / "budget")
        self.assertEqual(status, 0, output + errors)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertFalse(records(SCRATCH / "budget")[-1]["complete"])

    def test_a_budget_is_kept_while_somebody_else_measures(self):
        with open(SCRATCH / "other-lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            begin = time.monotonic()
            status, _, errors = bench("fib", *FEW, "--runs", "3", "--peers", "xomp", "--budget", "20", "--out", SCRATCH / "waits",
                                      env=environment(XOMP_TIMING_LOCK=str(SCRATCH / "other-lock")))
        self.assertEqual(status, 0, errors)
        self.assertLess(time.monotonic() - begin, 80)
        self.assertIn("left out, for lack of time: fib", errors)


class Resume(unittest.TestCase):
    command = ["fib", *FEW, "--runs", "40", "--peers", "xomp,serial"]

    def interrupted(self, out):
        """Stops it by SIGINT when it has made some runs."""
        process = start("bench", *self.command, "--out", out)
        file = out / "results.jsonl"
        while process.poll() is None and (not file.exists() or len(file.read_text().splitlines()) < 6):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors

    def test_the_same_command_goes_on(self):
        out = SCRATCH / "resume"
        status, errors = self.interrupted(out)
        self.assertEqual(status, 130, errors)
        self.assertIn("the same command", errors)
        some = len(records(out, "sample"))
        self.assertTrue(0 < some < 80, some)
        with open(out / "results.jsonl", "a", encoding="ascii") as file:
            file.write('{"kind": "sample", "key": "fi')  # as if it had been killed while it wrote
        status, output, errors = bench(*self.command, "--out", out)
        self.assertEqual(status, 0, output + errors)
        samples = records(out, "sample")
        self.assertEqual(len(samples), 80)
        self.assertEqual(len({(s["key"], s["run"]) for s in samples}), 80)
        self.assertEqual(len(records(out, "machine")), 2)

    def test_another_command_keeps_what_was_there(self):
        out = SCRATCH / "other"
        self.interrupted(out)
        status, _, errors = bench("fib", *FEW, "--runs", "1", "--peers", "serial", "--out", out)
        self.assertEqual(status, 0, errors)
        self.assertEqual(len(records(out, "sample")), 1)
        self.assertEqual(len(list(out.glob("results-*.jsonl"))), 1)


class Mistakes(unittest.TestCase):
    def test_each_gets_a_sentence(self):
        for words, expected in ((["nosuch"], "no problem and no suite 'nosuch'"),
                                (["fib:n"], "PARAMETER=VALUE"),
                                (["fib:m=3"], "no parameter 'm'"),
                                (["fib", "--size", "huge"], "'huge' is no size"),
                                (["fib", "--threads", "two"], "'two' is not allowed"),
                                (["fib", "--threads", "0"], "numbers from 1"),
                                (["fib", "--peers", "pthreads"], "'pthreads' is no peer"),
                                (["fib", "--as", "gomp"], "'gomp' is no system of a paper"),
                                (["paper-gomp"], "there is no problem and no suite 'paper-gomp'"),
                                (["fib", "--policies", "fastest"], "fastest"),
                                (["fib", "--runs", "none"], "a whole number from 1"),
                                (["--compare", "/nonexistent", "/nonexistent"], "No such file"),
                                (["--compare", "/bin/true", "/bin/true"], "/bin/true, line 1: no JSON"),
                                (["--compare", __file__, __file__], "line 1: no JSON"),
                                (["--nosuch"], "--nosuch")):
            with self.subTest(words=words):
                status, output, errors = bench(*words, "--out", SCRATCH / "mistakes")
                self.assertEqual(status, 125, output + errors)
                self.assertIn(expected, errors)
                self.assertNotIn("Traceback", errors)

    def test_help_and_list(self):
        status, output, _ = bench("--help")
        self.assertEqual(status, 0)
        for option in ("--quick", "--compare", "--budget", "--policies"):
            self.assertIn(option, output)
        status, output, errors = bench("--list")
        self.assertEqual(status, 0, errors)
        self.assertIn("fib", output)

    def test_without_python(self):
        empty = SCRATCH / "empty"
        empty.mkdir()
        status, _, errors = bench("--list", env={"PATH": str(empty), "HOME": str(pathlib.Path.home())})
        self.assertNotEqual(status, 0)
        self.assertIn("Python 3.9", errors)


if __name__ == "__main__":
    unittest.main()
