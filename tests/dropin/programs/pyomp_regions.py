"""OpenMP pragmas in Python, compiled by PyOMP against LLVM's runtime."""
import numba
from numba.openmp import njit, omp_get_num_threads, omp_get_thread_num, openmp_context as openmp


@njit
def pi(steps):
    step = 1.0 / steps
    total = 0.0
    with openmp("parallel for reduction(+:total) schedule(static)"):
        for i in range(steps):
            x = (i + 0.5) * step
            total += 4.0 / (1.0 + x * x)
    return step * total


@njit
def fibonacci(n):
    if n < 2:
        return n
    a = 0
    b = 0
    with openmp("task shared(a)"):
        a = fibonacci(n - 1)
    with openmp("task shared(b)"):
        b = fibonacci(n - 2)
    with openmp("taskwait"):
        return a + b


@njit
def fibonacci_in_a_team(n):
    result = 0
    with openmp("parallel"):
        with openmp("single"):
            result = fibonacci(n)
    return result


print(f"pi {pi(1_000_000):.9f} fibonacci {fibonacci_in_a_team(16)}", "numba" if numba else "")
