"""The order of the runs: in each round every case once, those next to each other that are compared. The first round decides
what there is time for, the others are made while they fit."""
import collections
import itertools
import random

from measure.quiet import timing_lock
from session import results, runs
from session.progress import Estimate, Progress

LEAST_S = 1  # of a process that begins in the last moment of a budget


def _rounds(plan, kept, wanted_runs):
    """[(number of the round, [(case, program)])]: what is missing."""
    done = {case.key: kept.of(case.key) for case, _ in plan}
    rounds = []
    for number in range(wanted_runs):
        missing = [(case, program) for case, program in plan
                   if len(done[case.key]) <= number and not results.is_done(done[case.key], wanted_runs)]
        if missing:
            rounds.append((number, missing))
    return rounds


def _groups(pairs):
    """Of cases that are compared: they run one after the other, and are begun together or not at all."""
    return [list(group) for _, group in itertools.groupby(pairs, key=lambda pair: pair[0].task)]


class Measuring:
    def __init__(self, plan, kept, options, budget):
        self._kept, self._options, self._budget = kept, options, budget
        self._estimate = Estimate()
        by_key = {case.key: case for case, _ in plan}
        for record in kept.records:
            if record.get("key") in by_key:
                self._estimate.add(by_key[record["key"]], record["process_s"])
        self._rounds = _rounds(plan, kept, options.runs)
        self._remaining = collections.Counter(case for _, pairs in self._rounds for case, _ in pairs)
        self._left_out = {}  # by key, what was never begun
        total = options.runs * len(plan)
        self._progress = Progress(total, total - sum(self._remaining.values()), self._estimate, budget)

    def run(self):
        """Whether there was time for every run."""
        complete = True
        try:
            for number, pairs in self._rounds:
                if number and not self._budget.allows(0):
                    return False
                self._progress.round(number + 1, self._options.runs, self._remaining)
                for group in _groups(pairs):
                    complete = self._run_group(number, group) and complete
        finally:
            self._progress.close()
        return complete

    def left_out(self):
        """The pieces of work that were never begun."""
        return list(dict.fromkeys(self._left_out.values()))

    def _begun_s(self):
        keys = {r["key"] for r in self._kept.records if r["kind"] == "sample"}
        return sum(self._estimate.of_key(key) for key in keys)

    def _has_time_for(self, group):
        if not self._budget.is_limited:
            return True
        group_s = sum(self._estimate.of(case) for case, _ in group)
        if all(self._kept.of(case.key) for case, _ in group):
            return self._budget.allows(group_s)
        begun_s = self._begun_s()
        return not begun_s or self._budget.allows_group(begun_s, group_s)

    def _drop(self, pairs):
        self._left_out |= {case.key: case.task for case, _ in pairs if not self._kept.of(case.key)}
        self._remaining.subtract(case for case, _ in pairs)

    def _most_s(self):
        return min(self._options.timeout_s, max(LEAST_S, self._budget.left_s()))

    def _run_group(self, number, group):
        new = {case.key for case, _ in group if not self._kept.of(case.key)}
        if self._left_out.keys() & new or not self._has_time_for(group):
            self._drop(group)
            return False
        random.Random(number).shuffle(group)  # nobody always runs first, or after the same one
        try:
            with timing_lock(self._budget.left_s() if self._budget.is_limited else None):
                return self._run_cases(number, group)
        except TimeoutError:  # somebody else measured all the time
            self._drop(group)
            return False

    def _run_cases(self, number, group):
        """Whether there was time for all of them."""
        for position, (case, program) in enumerate(group):
            most_s = self._most_s()
            if not self._budget.allows(0):
                self._drop(group[position:])
                return False
            self._progress.begin(case, self._remaining)
            if results.is_done(self._kept.of(case.key), self._options.runs):  # it has failed by now
                self._remaining[case] -= 1
                continue
            record = runs.run(case, program, number, self._options, most_s)
            if most_s < self._options.timeout_s and record.get("reason", "").startswith("timed out"):  # the budget ended it
                self._drop(group[position:])
                return False
            self._remaining[case] -= 1
            self._kept.add(record)
            self._estimate.add(case, record["process_s"])
            self._progress.end(case, record)
        return True
