"""A pool of forked processes; parent and children use OpenMP through the plugin that the argument names."""
import ctypes
import multiprocessing
import sys

lib = ctypes.CDLL(sys.argv[1])


def work(number):
    return lib.plugin_computes()


if __name__ == "__main__":
    assert lib.plugin_computes() == 0
    with multiprocessing.get_context("fork").Pool(4) as pool:
        assert sum(pool.map(work, range(40))) == 0
    assert lib.plugin_computes() == 0
