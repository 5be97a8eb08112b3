"""Where pip has put the files of this package. pip may be told another place (--user, --prefix), so its own list is asked."""
import functools
import os
from importlib import metadata


@functools.lru_cache(maxsize=None)
def _prefix():
    """The folder above bin/xomp."""
    for file in metadata.files("xomp") or ():
        if file.parts[-2:] == ("bin", "xomp") and os.path.exists(file.locate()):
            return os.path.dirname(os.path.dirname(os.path.realpath(file.locate())))
    raise RuntimeError("the package xomp names no bin/xomp that is there: install it again by pip, into an environment (without --target)")


def _existing(*parts):
    path = os.path.join(_prefix(), *parts)
    if not os.path.exists(path):
        raise RuntimeError(f"{path} is missing: install the package xomp again, by pip")
    return path


def command_path():
    return _existing("bin", "xomp")


def library_path():
    """The library: what to write into LD_PRELOAD, or to give to ctypes.CDLL."""
    return _existing("lib", "libgomp-xomp.so")


def libraries_path():
    """The folder that has XOMP under the names of all other runtimes (libgomp.so.1, libomp.so.5, libiomp5.so), for LD_LIBRARY_PATH."""
    return _existing("lib", "xomp", "compat")


def include_path():
    """The folder with xomp.h. The one with XOMP's omp.h is xomp/ in it; xomp/front/ttg and xomp/front/taskflow have the front ends."""
    return _existing("include")


def cmake_path():
    """The folder for CMake's find_package(xomp): cmake -Dxomp_DIR=..."""
    return _existing("lib", "cmake", "xomp")
