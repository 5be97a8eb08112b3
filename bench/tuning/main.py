"""`xomp tune`, from the command line to the line for the job script."""
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

from measure import places
from session.command_line import MISTAKE
from session.progress import duration_text
from tuning import arguments, candidates, choice, match, recording, telling
from tuning.program import CannotStart, Program, ProgramFailure
from tuning.search import Search

# Of the time: for the recorder at most, until all policies have been tried, until the parameters of the best have been; the rest is for the
# last match.
RECORDING_SHARE, POLICIES_SHARE, PARAMETERS_SHARE = 0.25, 0.5, 0.75
FINALISTS = 2
FEW_RUNS = 40  # in all: below this the search is a lottery
STOPPED = 130  # exit status after Ctrl-C


class Note:
    """On a terminal: what is being run, and how long it will go on."""

    def __init__(self, end):
        self._end, self._runs = end, 0

    def __call__(self, stage, alive, candidate):
        self._runs += 1
        if sys.stderr.isatty():
            left = duration_text(max(0, self._end - time.monotonic()))
            line = f"{stage}: {alive} candidates left, run {self._runs}, at most {left} to go: {candidate.title}"
            print("\r\x1b[K" + line[:shutil.get_terminal_size().columns - 1], end="", file=sys.stderr, flush=True)

    def close(self):
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Tuning:
    """One search: what it has found stays here, also when it is stopped."""

    def __init__(self, options, launcher):
        self._options, self._launcher = options, launcher
        self._start = time.monotonic()
        self._note = Note(self._end(1))
        self._program = Program(options.program, launcher, options.metric, options.maximise)
        self._found = Search(self._program, self._note)
        self._winner, self._played = None, match.Match()

    def _end(self, share):
        return self._start + self._options.budget_s * share

    def _recording(self):
        """None: nothing is known."""
        with tempfile.TemporaryDirectory(prefix="xomp-tune-") as folder:
            if self._options.from_trace:
                return recording.of_file(self._options.from_trace, self._launcher, pathlib.Path(folder))
            return recording.of_program(self._program, self._launcher, pathlib.Path(folder), self._options.budget_s * RECORDING_SHARE)

    def _choice(self):
        if not self._options.trace:
            return choice.choose(self._options.policies, self._options.waits, None)
        known = self._recording()
        chosen = choice.choose(self._options.policies, self._options.waits, known)
        telling.print_recording(known, chosen, self._options)
        return chosen

    def _search(self, chosen):
        """The best candidate beside the default, or None."""
        best = self._found.halve("policies", chosen.candidates, FINALISTS, self._end(POLICIES_SHARE))
        more = list(best)
        for candidate in best:
            more += candidates.variants(candidate, chosen.policies) + [candidate.joined(wait) for wait in self._found.best(chosen.waits, 1)]
        best = self._found.halve("parameters", list(dict.fromkeys(more)), FINALISTS, self._end(PARAMETERS_SHARE))
        return next((c for c in best if c != candidates.DEFAULT), None)

    def run(self):
        chosen = self._choice()
        if chosen.candidates == [candidates.DEFAULT]:
            return
        self._program.run(candidates.DEFAULT)  # warms up, and shows how long it takes
        usual_s, budget_s = self._program.usual_s(), self._options.budget_s
        runs = int(budget_s / usual_s)
        print(f"a run takes {usual_s:.3g} s: about {runs} runs in {budget_s:g} s"
              + ("; that is few, a longer --budget makes the result surer" if runs < FEW_RUNS else ""), flush=True)
        self._winner = self._search(chosen)
        if self._winner:
            match.play(self._played, self._program, self._winner, self._end(1), self._note)

    def tell(self, is_stopped):
        self._note.close()
        if self._found.worths:
            telling.print_search(self._found, self._winner, self._options)
        if self._played.winner or self._played.failure:
            telling.print_verdict(self._winner, self._played, self._options)
        elif is_stopped:
            telling.print_best_so_far(self._found)
        else:
            print("\nNothing but the default succeeded in time: leave the variables unset, or search longer (--budget)." if self._found.worths
                  else "\nLeave the variables unset.")


def stop(*_):
    """Once: what is known is still to be printed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def tune(options, launcher):
    tuning = Tuning(options, launcher)
    try:
        tuning.run()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        tuning.tell(is_stopped=True)
        return STOPPED
    tuning.tell(is_stopped=False)
    return 0


def main(words):
    for number in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)
    options = arguments.read(words)
    launcher = os.environ.get("XOMP_BENCH_COMMAND") or str(places.build_directory() / "bin" / "xomp")
    try:
        return tune(options, launcher)
    except (CannotStart, recording.Unreadable) as failure:
        print(f"xomp tune: error: {failure}", file=sys.stderr)
        return MISTAKE
    except ProgramFailure as failure:
        print(f"xomp tune: error: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return STOPPED
