"""`xomp bench --compare BEFORE AFTER`: which cases became slower or faster, by a test and not by the eye.

Of each case: the medians, how many times as long it takes (the median of all quotients of two runs, with the confidence
interval that belongs to the test), and Mann-Whitney's U test, whose probabilities are corrected for the number of cases (Holm).
"""
import collections
import math
import os
import statistics
import sys
from dataclasses import dataclass

from measure import interpreter, tables
from measure.rows import time_each
from session import results
from session.problems import refuse

CONFIDENCE = 0.95


@dataclass
class Change:
    key: str
    before: list  # seconds of an operation
    after: list
    ratio: float = 1  # after / before
    low: float = 0
    high: float = math.inf
    probability: float = 1  # corrected

    def verdict(self, alpha, least_percent):
        if self.probability > alpha or abs(self.ratio - 1) * 100 < least_percent:
            return "same"
        return "slower" if self.ratio > 1 else "faster"


def require_scipy():
    """Goes on in another Python, where that has it."""
    if interpreter.has("scipy"):
        return
    if python := interpreter.with_modules("scipy"):
        sys.stdout.flush()
        os.execv(python, [python, *sys.argv])
    refuse("--compare needs scipy for its test; to install: xomp bench --install, apt-get install python3-scipy, or pip install scipy")


def _seconds_of(path):
    try:
        records = results.read(path)
    except OSError as error:
        refuse(f"--compare: {path}: {error.strerror}")
    found = collections.defaultdict(list)
    for record in records:
        if record.get("kind") == "sample":
            found[record["key"]].append(time_each(record))
    if not found:
        refuse(f"--compare: {path} has no samples")
    return found


def _interval(before, after):
    """Hodges and Lehmann's estimate of the quotient and its interval, by inverting the test (normal approximation)."""
    quotients = sorted(a / b for a in after for b in before)
    n, m = len(before), len(after)
    z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    cut = max(0, math.floor(n * m / 2 - z * math.sqrt(n * m * (n + m + 1) / 12)))
    return statistics.median(quotients), quotients[cut], quotients[-1 - cut]


def _corrected(probabilities):
    """Holm's correction."""
    order = sorted(range(len(probabilities)), key=lambda i: probabilities[i])
    corrected, most = [1.0] * len(probabilities), 0.0
    for rank, i in enumerate(order):
        most = max(most, probabilities[i] * (len(probabilities) - rank))
        corrected[i] = min(1.0, most)
    return corrected


def changes_between(before, after):
    """Of the cases in both, those that need a look first: slowest first."""
    from scipy.stats import mannwhitneyu  # noqa: PLC0415: only needed here, and seldom installed
    changes = [Change(key, before[key], after[key]) for key in before if key in after]
    probabilities = []
    for change in changes:
        change.ratio, change.low, change.high = _interval(change.before, change.after)
        probabilities.append(float(mannwhitneyu(change.before, change.after, alternative="two-sided").pvalue))
    for change, probability in zip(changes, _corrected(probabilities)):
        change.probability = probability
    return sorted(changes, key=lambda change: -change.ratio)


def runs_needed(cases, alpha):
    """How many runs each file must have for a change of a single case to show: no order of fewer is rare enough."""
    return next(n for n in range(2, 100) if 2 / math.comb(2 * n, n) * cases <= alpha)


def _print_changes(title, changes, out):
    if not changes:
        return
    rows = [[title, "before", "after", "times as long", "interval", "probability", "runs"]]
    for c in changes:
        before, after = (tables.time_text(statistics.median(values) * 1e9) for values in (c.before, c.after))
        rows.append([c.key, before, after, f"{c.ratio:.3f}", f"{c.low:.3f} to {c.high:.3f}", f"{c.probability:.2g}", f"{len(c.before)}, {len(c.after)}"])
    tables.print_rows(rows, out)
    print(file=out)


def compare(paths, options, out):
    require_scipy()
    before, after = map(_seconds_of, paths)
    changes = changes_between(before, after)
    if not changes:
        refuse("--compare: no case is in both files")
    by_verdict = collections.defaultdict(list)
    for change in changes:
        by_verdict[change.verdict(options.alpha, options.least_change)].append(change)
    _print_changes("became slower", by_verdict["slower"], out)
    _print_changes("became faster", by_verdict["faster"][::-1], out)
    counts = ", ".join(f"{len(by_verdict[verdict])} {verdict}" for verdict in ("slower", "faster", "same"))
    print(f"{len(changes)} cases in both files: {counts} (Mann-Whitney's test, corrected by Holm; probability of any false alarm at most {options.alpha:g}; "
          f"changes below {options.least_change:g} % are ignored)", file=out)
    for name, these, others in (("before", before, after), ("after", after, before)):
        if only := len(these.keys() - others.keys()):
            print(f"{only} cases are in the file {name} only", file=out)
    fewest = min(min(len(c.before), len(c.after)) for c in changes)
    if fewest < (needed := runs_needed(len(changes), options.alpha)):
        print(f"some cases have only {fewest} runs. Among {len(changes)} cases a change can show only from {needed} runs in each file "
              "(--runs), or with fewer cases.", file=out)
    return 1 if by_verdict["slower"] else 0
