"""Successive halving: every candidate runs once, in turn; the better half goes on, with twice as many runs, until few are left."""
import math
import statistics
import time

from tuning.program import ProgramFailure


class Search:
    def __init__(self, program, note):
        self._program, self._note = program, note
        self.worths = {}     # by candidate, of all its runs; infinity: hopelessly long
        self.failures = {}   # by candidate, why it is out
        self.not_tried = []
        self._rounds = {}    # by candidate, how many it was chosen for

    def run(self, candidate):
        if candidate in self.failures:
            return
        try:
            worth = self._program.run(candidate)
        except ProgramFailure as failure:
            self.failures[candidate] = str(failure)
            return
        self.worths.setdefault(candidate, []).append(math.inf if worth is None else worth)

    def worth(self, candidate):
        return statistics.median(self.worths[candidate]) if candidate in self.worths and candidate not in self.failures else math.inf

    def ranking(self):
        """Who came further stands before who was lucky once."""
        return sorted(self.best(self.worths, len(self.worths)), key=lambda c: -self._rounds.get(c, 0))

    def best(self, candidates, count):
        return sorted((c for c in candidates if self.worth(c) < math.inf), key=self.worth)[:count]

    def halve(self, stage, candidates, count, end):
        """The best `count` of them, by `end` on the monotonic clock. Only the first so many begin as can have a second round: who has run once
        is no better than who was lucky."""
        fitting = max(count + 1, int((end - time.monotonic()) / self._program.usual_s() / 2))
        self.not_tried += [c for c in candidates[fitting:] if c not in self.worths]
        candidates = list(candidates)[:fitting]
        alive, runs = list(candidates), 1
        while alive:
            for candidate in alive:
                self._rounds[candidate] = self._rounds.get(candidate, 0) + 1
            for _ in range(runs):
                for candidate in alive:
                    if time.monotonic() + self._program.usual_s() > end:
                        self.not_tried += [c for c in candidates if c not in self.worths and c not in self.failures]
                        return self.best(alive, count)
                    self._note(stage, len(alive), candidate)
                    self.run(candidate)
            if len(alive) <= count:
                return self.best(alive, count)
            alive = self.best(alive, max(count, math.ceil(len(alive) / 2)))
            runs *= 2
        return []
