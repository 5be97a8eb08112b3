"""Python whose thread is in a parallel region: hang.py LIBRARY. The library is hang.c, which says "ready"."""
import ctypes
import sys


def compute(library):
    library.region()  # into OpenMP


def main():
    compute(ctypes.CDLL(sys.argv[1]))


main()
