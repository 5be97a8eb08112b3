"""Where pip has put the files of this package. pip may be told another place (--user, --prefix, --target), so its own list is asked."""
import functools
import os
from importlib import metadata


@functools.lru_cache(maxsize=None)
def _prefix():
    """The folder above bin/xomp."""
    listed = [file.locate() for file in metadata.files("xomp") or () if file.parts[-2:] == ("bin", "xomp")]
    # With --target all lies beside the module, but the list says what it would say elsewhere.
    beside = os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin", "xomp")
    for command in [*listed, beside]:
        if os.path.exists(command):
            return os.path.dirname(os.path.dirname(os.path.realpath(command)))
    raise RuntimeError("the list of files of the package xomp names no bin/xomp that is there: install it again, by pip")


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
