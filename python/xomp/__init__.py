"""XOMP, an OpenMP runtime in the place of libgomp, libomp and libiomp5, for programs in Python.

    import xomp
    xomp.use()            # before the first import that brings an OpenMP runtime: numpy, scikit-learn, torch, ...

`python -m xomp run -- python app.py` does the same for a program that says nothing of XOMP. The page is docs/python.md.
"""
from ._installation import cmake_path, include_path, libraries_path, library_path
from ._process import info
from ._restart import use

__all__ = ["cmake_path", "include_path", "info", "libraries_path", "library_path", "use"]


def __getattr__(name):
    if name == "__version__":
        from importlib.metadata import version
        return version("xomp")
    raise AttributeError(f"module 'xomp' has no attribute {name!r}")
