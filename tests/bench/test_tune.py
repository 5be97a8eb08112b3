"""`xomp tune`: it finds what was planted, says plainly when there is nothing to find, and what went wrong."""
import stat
import sys
import unittest

from command import BUILD, ROOT, SCRATCH, call

sys.path.insert(0, str(ROOT / "bench"))
from session import policies  # noqa: E402
from tuning import candidates  # noqa: E402

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
                texts = [dict(c.settings)[candidates.POLICY] for c in candidates.variants(candidates.of_policy(policy.name))]
                changed = {text.split(":", 1)[1].split("=")[0] for text in texts}
                self.assertEqual(changed, {parameter.name for parameter in policy.parameters} - {"constraint"})
                self.assertIn(f"{policy.name}:returns=pending", texts)


class Tune(unittest.TestCase):
    def test_a_planted_winner(self):
        app = program("planted", winner="xqueue*", fast="0.01", slow="0.04")
        status, output, errors = tune("--budget", "90", "--no-wait-policy", "--policies", "deque,xqueue", "--", app)
        self.assertEqual(status, 0, output + errors)
        self.assertIn("  export XOMP_SCHEDULE_POLICY=xqueue", output)

    def test_a_metric_to_maximise(self):
        app = program("metric", winner="ll*", fast="0.02", slow="0.01")
        status, output, errors = tune("--budget", "90", "--no-wait-policy", "--policies", "deque,ll", "--metric", "rate: ([0-9.]+)",
                                      "--maximise", "--", app)
        self.assertEqual(status, 0, output + errors)
        self.assertIn("  export XOMP_SCHEDULE_POLICY=ll", output)

    def test_nothing_to_find(self):
        app = program("same", winner="none", fast="0.02", slow="0.02")
        status, output, errors = tune("--budget", "90", "--no-wait-policy", "--policies", "deque,ll", "--metric", "rate: ([0-9.]+)", "--", app)
        self.assertEqual(status, 0, output + errors)
        self.assertIn("Nothing beats the default", output)
        self.assertNotIn("export", output)

    def test_mistakes(self):
        for words, status_wanted, expected in (([], 125, "which program?"),
                                               (["--budget", "soon", "--", "true"], 125, "'soon' is not allowed"),
                                               (["--policies", "fastest", "--", "true"], 125, "fastest"),
                                               (["--", "false"], 1, "exit status 1"),
                                               (["--", "no-such-program"], 1, "error: there is no program 'no-such-program' in PATH"),
                                               (["--metric", "x([0-9]+)", "--", "true"], 1, "no number")):
            with self.subTest(words=words):
                status, output, errors = tune(*words)
                self.assertEqual(status, status_wanted, output + errors)
                self.assertIn(expected, errors)
                self.assertNotIn("Traceback", errors)


if __name__ == "__main__":
    unittest.main()
