"""Runs the program that is tuned, on XOMP, and says what a run was worth: less is better."""
import os
import re

from measure import quiet
from session.command_line import MISTAKE
from tuning.candidates import POLICY

# A run that takes so many times as long as the best is ended: it has lost.
HOPELESS_FACTOR, HOPELESS_EXTRA_S = 3, 0.5


class ProgramFailure(Exception):
    """In a sentence."""


class CannotStart(ProgramFailure):
    """The launcher's sentence: there is no such program, or XOMP cannot run it."""


def _environment(variables):
    hidden = ("XOMP_BENCH_", "XOMP_BUILD", POLICY)
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | dict(variables)


def _require_success(finished, title):
    if not finished.status:
        return
    if finished.status == MISTAKE and (refusal := re.search(r"^xomp: error: (.*)$", finished.errors, re.MULTILINE)):
        raise CannotStart(refusal[1])
    lines = [line for line in (finished.output + "\n" + finished.errors).splitlines() if line.strip() and not line.startswith("xomp: ")]
    raise ProgramFailure(f"{title}: exit status {finished.status} ({(lines or ['it printed nothing'])[-1]})")


class Program:
    def __init__(self, command, launcher, metric, maximise):
        self._command = [launcher, "run", "--", *command]
        self._metric = metric
        self._maximise = maximise
        self._shortest_s = None
        self._seconds = []

    def warm_up(self, variables, limit_s):
        """A run that counts for nothing, with these variables. False: it was ended at the limit."""
        finished = quiet.run_once(self._command, _environment(variables), limit_s)
        if finished.timed_out:
            return False
        _require_success(finished, "the default")
        self._worth(finished)
        return True

    def run(self, candidate):
        """Less is better; None: it took hopelessly long."""
        limit_s = None if self._shortest_s is None else self._shortest_s * HOPELESS_FACTOR + HOPELESS_EXTRA_S
        finished = quiet.run_once(self._command, _environment(candidate.settings), limit_s)
        self._seconds.append(finished.wall_s)
        if finished.timed_out:
            return None
        _require_success(finished, candidate.title)
        self._shortest_s = min(finished.wall_s, self._shortest_s or finished.wall_s)
        return self._worth(finished)

    def usual_s(self):
        """How long a run takes, on average."""
        return sum(self._seconds) / len(self._seconds)

    def _worth(self, finished):
        if not self._metric:
            return finished.wall_s
        found = self._metric.findall(finished.output + "\n" + finished.errors)
        try:
            number = float(found[-1] if isinstance(found[-1], str) else found[-1][0])
        except (IndexError, ValueError):
            raise ProgramFailure(f"--metric finds no number in the output: {finished.output.strip()[-200:] or '(empty)'}") from None
        if number <= 0:
            raise ProgramFailure(f"--metric found {number:g}; only numbers above 0 can be compared")
        return 1 / number if self._maximise else number
