"""`xomp tune`: it finds what was planted, says plainly when there is nothing to find, and what went wrong."""
import functools
import pathlib
import re
import signal
import stat
import subprocess
import sys
import time
import unittest

from command import BUILD, LIMIT_S, ROOT, SCRATCH, call, start

sys.path.insert(0, str(ROOT / "bench"))
from session import policies  # noqa: E402
from tuning import candidates, choice, recording  # noqa: E402

# Takes the time that its setting says, and prints a rate.
PROGRAM = """#!/bin/sh
case "$XOMP_SCHEDULE_POLICY" in {winner}) t={fast} ;; *) t={slow} ;; esac
sleep $t
echo "rate: $t per second"
"""


def program(name, **words):
    path = SCRATCH / name
    path.write_text(PROGRAM.format(**words), encoding="ascii")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def tune(*words):
    return call("tune", *words, command=BUILD / "bin/xomp")


class Candidates(unittest.TestCase):
    def test_every_policy_has_variants_of_its_parameters_but_the_constraint(self):
        for policy in policies.all_policies():
            with self.subTest(policy=policy.name):
                texts = [dict(c.settings)[candidates.POLICY] for c in candidates.variants(candidates.of_policy(policy.name), [policy.name])]
                changed = {text.split(":", 1)[1].split("=")[0] for text in texts}
                self.assertEqual(changed, {parameter.name for parameter in policy.parameters} - {"constraint"})
                self.assertIn(f"{policy.name}:returns=pending", texts)


class Tune(unittest.TestCase):
    def test_a_planted_winner(self):
        app = program("planted", winner="xqueue*", fast="0.01", slow="0.04")
        status, output, errors = tune("--budget", "90", "--no-trace", "--no-wait-policy", "--policies", "deque,xqueue", "--", app)
        self.assertEqual(status, 0, output + errors)
        self.assertIn("  export XOMP_SCHEDULE_POLICY=xqueue", output)

    def test_a_metric_to_maximise(self):
        app = program("metric", winner="ll*", fast="0.02", slow="0.01")
        status, output, errors = tune("--budget", "90", "--no-trace", "--no-wait-policy", "--policies", "deque,ll", "--metric", "rate: ([0-9.]+)",
                                      "--maximise", "--", app)
        self.assertEqual(status, 0, output + errors)
        self.assertIn("  export XOMP_SCHEDULE_POLICY=ll", output)

    def test_nothing_to_find(self):
        app = program("same", winner="none", fast="0.02", slow="0.02")
        status, output, errors = tune("--budget", "90", "--no-trace", "--no-wait-policy", "--policies", "deque,ll", "--metric", "rate: ([0-9.]+)", "--", app)
        self.assertEqual(status, 0, output + errors)
        self.assertIn("Nothing beats the default", output)
        self.assertNotIn("export", output)

    def test_failures(self):
        for words, expected in ((["--", "false"], "exit status 1"), (["--metric", "x([0-9]+)", "--", "true"], "no number")):
            with self.subTest(words=words):
                status, output, errors = tune(*words)
                self.assertEqual(status, 1, output + errors)
                self.assertIn(expected, errors)
                self.assertNotIn("Traceback", errors)


# Runs regions, and tasks in them if it is told to; waits for a byte in each if there is something to read one from.
REGIONS = r"""
#include <stdio.h>
#include <stdlib.h>
static volatile double sink;
static void work(void) { for (int i = 0; i < 2000; ++i) sink += 1.0 / (i + 1); }
int main(int argc, char** argv) {
  const int tasks = argc > 1 ? atoi(argv[1]) : 0;
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel
    {
      work();
#pragma omp single
      for (int i = 0; i < tasks; ++i) {
#pragma omp task
        work();
      }
    }
  }
  printf("rate: %d\n", tasks);
  return 0;
}
"""


@functools.lru_cache(maxsize=None)
def regions():
    (SCRATCH / "regions.c").write_text(REGIONS, encoding="ascii")
    subprocess.run(["gcc", "-O1", "-fopenmp", SCRATCH / "regions.c", "-o", SCRATCH / "regions"], check=True)
    return SCRATCH / "regions"


def candidates_of(output):
    """What the list names, and the winner of the match."""
    return re.findall(r"runs?  +(.*)$", output, re.MULTILINE) + re.findall(r"^(.*) against the default, ", output, re.MULTILINE)


class Beginning(unittest.TestCase):
    """What the search begins with is what `xomp trace` finds."""

    def test_no_task_no_policy(self):
        status, output, errors = tune("--budget", "4", "--", regions())
        self.assertEqual(status, 0, output + errors)
        self.assertIn("made no task that a policy places (xomp.h's need none), so no scheduling policy can matter; tried is how threads wait", output)
        self.assertIn("OMP_WAIT_POLICY=", output)
        self.assertNotIn("XOMP_SCHEDULE_POLICY", output)
        status, output, errors = tune("--no-wait-policy", "--", regions())
        self.assertEqual(status, 0, output + errors)
        self.assertIn("nothing is left to try", output)

    def test_no_openmp_no_search(self):
        status, output, errors = tune("--", "true")
        self.assertEqual(status, 0, output + errors)
        self.assertIn("used no OpenMP", output)
        self.assertNotIn("candidates were run", output)

    def test_only_candidates_of_the_list_are_played(self):
        """Parameters of auto, which is the default, are no candidates where only another policy is asked for."""
        status, output, errors = tune("--budget", "10", "--no-wait-policy", "--policies", "deque", "--", regions(), "200")
        self.assertEqual(status, 0, output + errors)
        named = candidates_of(output)
        self.assertGreater(len(named), 2, output)
        for name in named:
            self.assertRegex(name, r"^(the default|XOMP_SCHEDULE_POLICY=deque(:.*)?)$")
        if " against the default" in output:  # and the winner stands first in the list
            self.assertEqual(named[0], named[-1])

    def test_a_recording_and_a_page_decide_what_comes_first(self):
        traced = call("trace", "--quiet", "--raw", "--out", SCRATCH / "regions-trace", "--", regions(), "300", command=BUILD / "bin/xomp")
        self.assertEqual(traced[0], 0, traced[2])
        for name in ("regions-trace.html", "regions-trace.xtrace"):
            with self.subTest(name):
                known = recording.of_file(SCRATCH / name, BUILD / "bin/xomp", SCRATCH)
                self.assertEqual(known.tasks, 900)
                status, output, errors = tune("--budget", "2", "--from-trace", SCRATCH / name, "--", regions(), "300")
                self.assertEqual(status, 0, output + errors)
                if known.findings:
                    self.assertIn(f"xomp trace says: {known.findings[0].title}", output)

    def test_findings_have_their_own_order(self):
        names = [policy.name for policy in policies.all_policies()]
        orders = {kind: [c.title for c in choice.choose(names, True, recording.Recording(9, (recording.Finding(kind, 0.5, "", ""),))).candidates]
                  for kind in ("tasks-too-small", "creation-bound", "oversubscribed", "disturbed")}
        self.assertEqual(orders["tasks-too-small"][:2], ["the default", "XOMP_SCHEDULE_POLICY=deque"])
        self.assertEqual(orders["creation-bound"][1], "XOMP_SCHEDULE_POLICY=xqueue-nowait")
        self.assertTrue(orders["oversubscribed"][1].startswith("OMP_THREAD_LIMIT="))
        self.assertEqual(orders["oversubscribed"][2], "OMP_WAIT_POLICY=passive")
        for order in orders.values():
            self.assertEqual(len(order), len(set(order)))
            self.assertEqual(set(orders["disturbed"]) - set(order), set())  # none is lost

    def test_every_kind_with_a_rule_is_one_that_xomp_trace_has(self):
        keys = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', (ROOT / "tools/xomp/trace/findings.cpp").read_text(encoding="utf-8").split("kKeys[]")[1].split(";")[0]))
        self.assertEqual(set(choice.RULES) - keys, set())


class Stopped(unittest.TestCase):
    def test_what_is_known_is_printed(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                process = start("tune", "--budget", "600", "--", regions(), "200", command=BUILD / "bin/xomp")
                lines = []
                while not lines or "a run takes" not in lines[-1]:  # from then on there are candidates
                    lines.append(process.stdout.readline())
                    self.assertNotEqual(lines[-1], "", process.stderr.read() if process.poll() is not None else lines)
                wait_for_candidates(process.pid)
                process.send_signal(number)
                output, errors = process.communicate(timeout=LIMIT_S)
                self.assertEqual(process.returncode, 130, output + errors)
                self.assertIn("candidates were run; the best of the search:", output)
                self.assertIn("the default", output)
                self.assertNotIn("Traceback", errors)
                self.assertEqual(errors, "stopped\n")


def wait_for_candidates(pid):
    """Until the program has been started with some settings: each start is another child of the command's."""
    children = set()
    end = time.monotonic() + LIMIT_S
    while len(children) < 5 and time.monotonic() < end:
        children |= set(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())
    if len(children) < 5:
        raise AssertionError("the search does not go on")


if __name__ == "__main__":
    unittest.main()
