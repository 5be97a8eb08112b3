"""METG(50 %), the minimum effective task granularity of Task-Bench: the shortest task, overhead included, with which a runtime
still spends half of the processors' time on the tasks' own work."""
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    iterations: int    # of a task's kernel
    task_us: float     # what a task takes of the processors' time, all included
    efficiency: float  # the part of it that is the kernel's


@dataclass(frozen=True)
class Metg:
    task_us: float
    points: tuple  # all that were measured, by iterations


def _between(low, high, target):
    """Where the line through both, over the logarithm of the length, has the wanted efficiency."""
    if high.efficiency == low.efficiency:
        return high.task_us
    part = min(1.0, max(0.0, (target - low.efficiency) / (high.efficiency - low.efficiency)))
    return math.exp(math.log(low.task_us) + part * (math.log(high.task_us) - math.log(low.task_us)))


def search(run_case, target=0.5, start=300, most=1 << 22, precision=1.1):
    """`run_case(iterations)` measures and returns (task_us, efficiency). Doubles or halves the iterations until the efficiency
    passes the target, then divides the range. None: not even tasks of `most` iterations reach it."""
    points = {}

    def reaches(iterations):
        if iterations not in points:
            points[iterations] = Point(iterations, *run_case(iterations))
        return points[iterations].efficiency >= target

    low = high = start
    while not reaches(high):
        if high >= most:
            return None
        low, high = high, high * 2
    while low >= 1 and reaches(low):
        low, high = low // 2, low
    if low < 1:  # even an empty task is long enough: all is below this one
        return Metg(points[high].task_us, tuple(points[i] for i in sorted(points)))
    while high > low + 1 and high > low * precision:
        middle = max(low + 1, min(high - 1, round(math.sqrt(low * high))))
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return Metg(_between(points[low], points[high], target), tuple(points[i] for i in sorted(points)))
