"""How much time there is: without end unless --budget or --quick says how much."""
import math
import time

# A new group is begun only if as many rounds of everything begun are then likely to fit.
ROUNDS_WANTED = 3
# Of the whole, for building; what is not built by then is left out.
BUILD_SHARE = 0.35


class Budget:
    def __init__(self, seconds):
        self._start = time.monotonic()
        self.seconds = math.inf if seconds is None else seconds

    @property
    def is_limited(self):
        return self.seconds < math.inf

    def left_s(self):
        return self._start + self.seconds - time.monotonic()

    def until(self, end_s):
        """Seconds until so many after the start, or None without such an end."""
        return None if end_s is None else max(1, self._start + end_s - time.monotonic())

    def build_s(self):
        return self.seconds * BUILD_SHARE if self.is_limited else None

    def allows_group(self, begun_s, group_s):
        """Whether a group may be begun when one round of what was begun takes begun_s."""
        return begun_s * (ROUNDS_WANTED - 1) + group_s * ROUNDS_WANTED <= self.left_s()

    def allows(self, seconds):
        return seconds <= self.left_s()
