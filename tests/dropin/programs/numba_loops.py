"""Numba's parallel loops on its OpenMP threading layer."""
import numba
import numpy

numba.config.THREADING_LAYER = "omp"


@numba.njit(parallel=True)
def collatz_steps(limit):
    steps = numpy.zeros(limit, numpy.int64)
    for start in numba.prange(1, limit):
        at = start
        while at != 1:
            at = at // 2 if at % 2 == 0 else 3 * at + 1
            steps[start] += 1
    return steps


@numba.njit(parallel=True)
def rounds(values, times):
    for _ in range(times):
        for i in numba.prange(values.size):
            values[i] = values[i] * 0.999 + i
    return values.sum()


print("steps", collatz_steps(200_000).sum(), "rounds", f"{rounds(numpy.zeros(1000), 500):.6f}", "layer", numba.threading_layer())
