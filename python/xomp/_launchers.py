"""python -m xomp launchers [--undo]: libiomp5.so and libgomp.so.1 in the environment's lib/, where launchers of inference engines look.

They are no part of the wheel, because pip replaces what is there and removes it later, whosever it is. Here what belongs to others is left
alone, and the links are added to pip's list of the package, so that `pip uninstall` removes them.
"""
import os
import sys
from importlib import metadata

from . import _installation

_NAMES = ("libiomp5.so", "libgomp.so.1")
_TARGET = "libgomp-xomp.so"  # beside them


def _is_ours(link):
    return os.path.islink(link) and os.readlink(link) == _TARGET


def _list_of_pip():
    package = metadata.distribution("xomp")
    return next(file.locate() for file in package.files if file.name == "RECORD"), package.locate_file("")


def _check(folder):
    prefix = os.path.dirname(folder)
    is_environment = os.path.realpath(sys.prefix) == prefix and (sys.prefix != sys.base_prefix or os.path.isdir(f"{prefix}/conda-meta"))
    if not is_environment:
        sys.exit(f"xomp: {folder} is not that of a virtual environment; links there could change programs of the whole system")
    for name in _NAMES:
        link = os.path.join(folder, name)
        if os.path.lexists(link) and not _is_ours(link):
            sys.exit(f"xomp: {link} belongs to another package; remove that package first, or give the launcher "
                     f"{_installation.libraries_path()}/{name}")


def _make(folder):
    _check(folder)
    record, packages = _list_of_pip()
    with open(record, encoding="utf-8") as file:
        known = file.read().splitlines()
    for name in _NAMES:
        link = os.path.join(folder, name)
        if not _is_ours(link):
            os.symlink(_TARGET, link)
        line = f"{os.path.relpath(link, os.path.realpath(packages))},,"
        if line not in known:
            with open(record, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        print(link)


def _undo(folder):
    """pip does not mind that its list names what is gone."""
    for name in _NAMES:
        link = os.path.join(folder, name)
        if _is_ours(link):
            os.unlink(link)
            print(f"{link}: removed")


def main(words):
    if words not in ([], ["--undo"]):
        sys.exit("usage: python -m xomp launchers [--undo]")
    folder = os.path.dirname(_installation.library_path())
    (_undo if words else _make)(folder)
