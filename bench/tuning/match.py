"""The last match: the winner of the search and the default in turn, with runs that the search has not seen (it chose the lucky ones)."""
import math
import statistics
import time
from dataclasses import dataclass, field

from tuning.candidates import DEFAULT
from tuning.program import ProgramFailure

LEAST_PAIRS, MOST_PAIRS = 6, 40
CONFIDENCE = 0.95


def _at_most(successes, tries):
    """Probability of at most so many heads when a coin is thrown."""
    return sum(math.comb(tries, k) for k in range(successes + 1)) / 2 ** tries


@dataclass
class Match:
    winner: list = field(default_factory=list)   # worths, pair by pair
    default: list = field(default_factory=list)
    failure: str = ""  # why it ended early

    @property
    def quotients(self):
        return sorted(d / w for w, d in zip(self.winner, self.default))

    @property
    def gain(self):
        """How many times as fast: the median of the pairs."""
        return statistics.median(self.quotients)

    @property
    def won(self):
        return sum(w < d for w, d in zip(self.winner, self.default))

    def probability(self):
        """Of so clear a series of wins or losses if both were alike (sign test, both sides)."""
        tries = len(self.winner)
        return min(1.0, 2 * _at_most(min(self.won, tries - self.won), tries))

    def interval(self):
        """Of the gain: order statistics of the pairs' quotients, at least CONFIDENCE; None with too few pairs."""
        q = self.quotients
        fitting = [k for k in range(len(q) // 2) if _at_most(k, len(q)) <= (1 - CONFIDENCE) / 2]
        return (q[fitting[-1]], q[-1 - fitting[-1]]) if fitting else None


def play(match, program, winner, end, note):
    """Pairs until the time is up, or a run fails; the two take turns at being first."""
    while len(match.winner) < MOST_PAIRS:
        pair_s = 2 * program.usual_s()
        is_enough = len(match.winner) >= LEAST_PAIRS or time.monotonic() > end + LEAST_PAIRS * pair_s
        if is_enough and time.monotonic() + pair_s > end:
            break
        pair = (winner, DEFAULT) if len(match.winner) % 2 else (DEFAULT, winner)
        worths = {}
        for candidate in pair:
            note("match", 2, candidate)
            try:
                worths[candidate] = program.run(candidate)
            except ProgramFailure as failure:
                match.failure = str(failure)
                return
        if None in worths.values():
            continue
        match.winner.append(worths[winner])
        match.default.append(worths[DEFAULT])
