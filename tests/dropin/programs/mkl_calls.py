"""Intel MKL on its Intel threading layer: a product, a solver and a transform. Prints sums of the results."""
import ctypes
import pathlib
import sys

import numpy

mkl = ctypes.CDLL(str(pathlib.Path(sys.prefix) / "lib" / "libmkl_rt.so.3"))


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def main():
    intel_layer, n = 0, 600
    print("layer", mkl.MKL_Set_Threading_Layer(intel_layer), "threads", mkl.MKL_Get_Max_Threads() >= 1)
    generator = numpy.random.default_rng(6)
    a, b = generator.normal(size=(n, n)), generator.normal(size=(n, n))
    c = numpy.zeros((n, n))
    for _ in range(10):
        mkl.cblas_dgemm(101, 111, 111, n, n, n, ctypes.c_double(1), pointer(a), n, pointer(b), n, ctypes.c_double(0), pointer(c), n)
    print(f"product {c.sum():.9e} as numpy has it: {numpy.allclose(c, a @ b)}")
    work, values = (a + a.T).copy(), numpy.zeros(n)
    status = mkl.LAPACKE_dsyevd(101, ctypes.c_char(b"N"), ctypes.c_char(b"U"), n, pointer(work), n, pointer(values))
    print(f"eigenvalues {status} {values[0]:.9f} {values[-1]:.9f}")


main()
