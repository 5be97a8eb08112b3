"""`xomp tune`, from the command line to the line for the job script."""
import os
import shutil
import signal
import statistics
import sys
import time

from measure import places
from session import policies
from session.progress import duration_text
from tuning import arguments, candidates, match
from tuning.program import Program, ProgramFailure
from tuning.search import Search

# Of the time: for choosing among all policies, for the parameters of the best; the rest is for the last match.
POLICIES_SHARE, PARAMETERS_SHARE = 0.45, 0.3
FINALISTS = 2
FEW_RUNS = 40  # in all: below this the search is a lottery


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


def search(program, options, start, note):
    """(the best candidate beside the default, the search)."""
    names = policies.parse(options.policies)
    for name in names:
        if refusal := policies.refusal_of(name):
            print(f"xomp tune: error: --policies: {refusal}", file=sys.stderr)
            raise SystemExit(125)
    found = Search(program, note)
    waits = candidates.beside_policies() if options.waits else []
    first = list(dict.fromkeys([candidates.DEFAULT, *map(candidates.of_policy, names), *waits]))
    best = found.halve("policies", first, FINALISTS, start + options.budget_s * POLICIES_SHARE)
    second = list(best)
    for candidate in best:
        second += candidates.variants(candidate) + [candidate.joined(wait) for wait in found.best(waits, 1)]
    best = found.halve("parameters", list(dict.fromkeys(second)), FINALISTS, start + options.budget_s * (POLICIES_SHARE + PARAMETERS_SHARE))
    return next((c for c in best if c != candidates.DEFAULT), None), found


def worth_text(worths, options):
    values = sorted(1 / w if options.maximise else w for w in worths)
    unit = "" if options.metric else " s"
    return f"{statistics.median(values):.4g}{unit} ({values[0]:.4g} to {values[-1]:.4g})"


def print_search(found, options):
    """The candidates that were looked at most, best first."""
    ranked = found.best(found.worths, len(found.worths))
    print(f"{len(found.worths)} candidates were run; the best of the search:")
    for candidate in ranked[:5]:
        print(f"  {worth_text([w for w in found.worths[candidate] if w < float('inf')], options):<34} {len(found.worths[candidate])} runs  {candidate.title}")
    for failure in found.failures.values():
        print(f"  failed: {failure}")
    if found.not_tried:
        print(f"  {len(found.not_tried)} candidates were not run for lack of time (--budget): {', '.join(c.title for c in found.not_tried[:6])}"
              + (", ..." if len(found.not_tried) > 6 else ""))


def print_verdict(winner, played, options):
    pairs, interval = len(played.winner), played.interval()
    print(f"\n{winner.title} against the default, {pairs} new pairs of runs:")
    print(f"  winner   {worth_text(played.winner, options)}\n  default  {worth_text(played.default, options)}")
    between = f" ({interval[0]:.3f} to {interval[1]:.3f} with 95 % confidence)" if interval else ""
    better = "times the default's metric" if options.maximise else "times as fast" if not options.metric else "times as good by the metric"
    print(f"  {played.gain:.3f} {better}{between}; better in {played.won} of {pairs} pairs, by chance with probability {played.probability():.2g}")
    if played.probability() <= options.alpha and played.gain >= 1 + options.least_change / 100:
        print("\nFor the job script:")
        for line in winner.lines():
            print(f"  {line}")
    elif played.gain <= 1:
        print("\nNothing beats the default here: leave the variables unset.")
    else:
        print(f"\nNothing beats the default clearly (by {options.least_change:g} % or more, chance at most {options.alpha:g}): leave the variables "
              "unset, or search longer (--budget).")


def tune(options, launcher):
    start = time.monotonic()
    end = start + options.budget_s
    program = Program(options.program, launcher, options.metric, options.maximise)
    program.run(candidates.DEFAULT)  # warms up, and shows how long it takes
    runs = int(options.budget_s / program.usual_s())
    print(f"a run takes {program.usual_s():.3g} s: about {runs} runs in {options.budget_s:g} s"
          + ("; that is few, a longer --budget makes the result surer" if runs < FEW_RUNS else ""), flush=True)
    note = Note(end)
    try:
        winner, found = search(program, options, start, note)
        played = match.play(program, winner, end, note) if winner else None
    finally:
        note.close()
    print_search(found, options)
    if played:
        print_verdict(winner, played, options)
    else:
        print("\nNothing but the default succeeded in time: leave the variables unset, or search longer (--budget).")
    return 0


def stop(*_):
    raise KeyboardInterrupt


def main(words):
    signal.signal(signal.SIGTERM, stop)
    options = arguments.read(words)
    launcher = os.environ.get("XOMP_BENCH_COMMAND") or str(places.build_directory() / "bin" / "xomp")
    try:
        return tune(options, launcher)
    except ProgramFailure as failure:
        print(f"xomp tune: error: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; nothing is known yet", file=sys.stderr)
        return 130
