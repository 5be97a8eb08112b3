"""Matrix products and a solver of OpenBLAS's OpenMP build, called as a C program would. Prints sums of the results."""
import ctypes
import sys

blas = ctypes.CDLL(sys.argv[1])
n = 300
Matrix = ctypes.c_double * (n * n)


def filled(seed):
    state, values = seed, []
    for _ in range(n * n):
        state = (state * 1103515245 + 12345) % 2**31
        values.append(state / 2**31 - 0.5)
    return Matrix(*values)


def product(a, b, c):
    row_major, plain = 101, 111
    blas.cblas_dgemm(row_major, plain, plain, n, n, n, ctypes.c_double(1), a, n, b, n, ctypes.c_double(0), c, n)


def main():
    blas.openblas_get_parallel.restype = ctypes.c_int
    print("parallel by", blas.openblas_get_parallel())  # 2: OpenMP
    a, b, c = filled(1), filled(2), Matrix()
    for _ in range(30):
        product(a, b, c)
    print(f"product {sum(c):.10e} {c[7]:.12e}")
    size, status, pivots = ctypes.c_int(n), ctypes.c_int(), (ctypes.c_int * n)()
    blas.dgesv_(ctypes.byref(size), ctypes.byref(size), a, ctypes.byref(size), pivots, b, ctypes.byref(size), ctypes.byref(status))
    print(f"solved {status.value} {b[5]:.8e} {b[n * n - 1]:.8e}")


main()
