"""A transform by FFTW's OpenMP build there and back. Prints some of the spectrum and the largest error."""
import ctypes

fftw = ctypes.CDLL("libfftw3.so.3", mode=ctypes.RTLD_GLOBAL)
fftw_omp = ctypes.CDLL("libfftw3_omp.so.3", mode=ctypes.RTLD_GLOBAL)
omp = ctypes.CDLL("libgomp.so.1")
rows, columns = 512, 512
Grid = ctypes.c_double * (2 * rows * columns)
forward, backward, estimate = -1, 1, 64


def main():
    print("threads ready", fftw_omp.fftw_init_threads())
    fftw_omp.fftw_plan_with_nthreads(omp.omp_get_max_threads())
    fftw.fftw_plan_dft_2d.restype = ctypes.c_void_p
    data, spectrum = Grid(), Grid()
    there = ctypes.c_void_p(fftw.fftw_plan_dft_2d(rows, columns, data, spectrum, forward, estimate))
    back = ctypes.c_void_p(fftw.fftw_plan_dft_2d(rows, columns, spectrum, data, backward, estimate))
    original = [((i * 7919) % 1009) / 1009 for i in range(2 * rows * columns)]
    data[:] = original
    fftw.fftw_execute(there)
    print(*(f"{spectrum[i]:.9e}" for i in (0, 1, 12345, 77777)))
    for _ in range(10):
        fftw.fftw_execute(there)
        fftw.fftw_execute(back)
        data[:] = [value / (rows * columns) for value in data]
    print("error below 1e-12:", max(abs(a - b) for a, b in zip(data, original)) < 1e-12)


main()
