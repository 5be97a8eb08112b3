"""What `xomp tune` prints: what limits the program, the candidates that came furthest, the last match and what follows from it."""
import statistics

from tuning.match import LEAST_PAIRS

SHOWN = 5


def _worth_text(worths, options):
    values = sorted(1 / w if options.maximise else w for w in worths if w < float("inf"))
    unit = "" if options.metric else " s"
    return f"{statistics.median(values):.4g}{unit} ({values[0]:.4g} to {values[-1]:.4g})"


def print_recording(recording, choice, options):
    if recording is None:
        print("a run with the recorder takes too long for this budget, so the search begins without it")
        return
    for finding in recording.findings[:1]:
        print(f"xomp trace says: {finding.title}{f': {finding.place}' if finding.place else ''} ({finding.share:.0%} of the threads' time)")
    if not recording.has_openmp:
        print("the program used no OpenMP, or not on XOMP (xomp doctor PROGRAM says why), so no setting can matter; --no-trace tries them all the same")
    elif not recording.tasks:
        print("the program made no task that a policy places (xomp.h's need none), so no scheduling policy can matter"
              + ("; tried is how threads wait and where they stay" if options.waits else ": nothing is left to try"))
    elif choice.finding:
        first = [c.title.removeprefix("XOMP_SCHEDULE_POLICY=") for c in choice.candidates[1:4]]
        why = "" if choice.finding == recording.findings[0] else f"no setting changes that, the next limit is: {choice.finding.title}; "
        print(f"{recording.tasks} tasks; {why}tried first: {', '.join(first)}")


def print_search(found, winner, options):
    """The candidates that came furthest, first the winner."""
    ranked = found.ranking()
    ranked = [c for c in [winner] if c in ranked] + [c for c in ranked if c != winner]
    print(f"{len(found.worths)} candidates were run; the best of the search:")
    for candidate in ranked[:SHOWN]:
        runs = len(found.worths[candidate])
        print(f"  {_worth_text(found.worths[candidate], options):<34} {runs} run{' ' if runs == 1 else 's'}  {candidate.title}")
    for failure in found.failures.values():
        print(f"  failed: {failure}")
    if found.not_tried:
        print(f"  {len(found.not_tried)} candidates were not run for lack of time (--budget): {', '.join(c.title for c in found.not_tried[:6])}"
              + (", ..." if len(found.not_tried) > 6 else ""))


def print_verdict(winner, played, options):
    pairs, interval = len(played.winner), played.interval()
    print(f"\n{winner.title} against the default, {pairs} new pair{'' if pairs == 1 else 's'} of runs:")
    if played.failure:
        print(f"  ended by a run that failed: {played.failure}")
    if not pairs:
        return
    print(f"  winner   {_worth_text(played.winner, options)}\n  default  {_worth_text(played.default, options)}")
    between = f" ({interval[0]:.3f} to {interval[1]:.3f} with 95 % confidence)" if interval else ""
    better = "times the default's metric" if options.maximise else "times as fast" if not options.metric else "times as good by the metric"
    print(f"  {played.gain:.3f} {better}{between}; better in {played.won} of {pairs} pairs, by chance with probability {played.probability():.2g}")
    if pairs < LEAST_PAIRS:
        print(f"\nThat is too few to tell: it takes {LEAST_PAIRS} pairs.")
    elif played.failure:
        print("\nA setting with which the program fails is no advice: leave the variables unset.")
    elif played.probability() <= options.alpha and played.gain >= 1 + options.least_change / 100:
        print("\nFor the job script:")
        for line in winner.lines():
            print(f"  {line}")
    elif played.gain <= 1:
        print("\nNothing beats the default here: leave the variables unset.")
    else:
        print(f"\nNothing beats the default clearly (by {options.least_change:g} % or more, chance at most {options.alpha:g}): leave the variables "
              "unset, or search longer (--budget).")


def print_best_so_far(found):
    """Of a search that was stopped before the match: what is ahead by then, which is no verdict."""
    ahead = next((c for c in found.ranking() if c.settings), None)
    if ahead:
        print(f"\nThe best so far is {ahead.title}; no match against the default has been played, so that is no advice yet.")
