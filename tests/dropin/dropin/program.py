"""What is known about one program of the catalogue."""
import os
import pathlib
import sys
from dataclasses import dataclass, field

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
SCRIPTS = REPOSITORY / "tests" / "dropin" / "programs"


def build_directory():
    return pathlib.Path(os.environ.get("XOMP_BUILD") or os.environ.get("BUILD") or REPOSITORY / "build").resolve()


def work_directory():
    return build_directory() / "dropin"


def python():
    """The interpreter of the virtual environment that holds the packages from PyPI."""
    return str(work_directory() / "python" / "bin" / "python")


@dataclass
class Program:
    name: str
    runtime: str  # the one it was built for, as the table names it
    command: list  # run in a directory of its own, its inputs in ../inputs
    debian: tuple = ()
    pypi: tuple = ()  # nothing here: pip installs nothing
    inputs: tuple = ()  # functions of inputs.py, each called with the directory of inputs
    results: tuple = ()  # files whose contents are the result, beside what is printed
    printed: bool = True  # what it prints on stdout is part of the result
    keep: str = ""  # only lines of the result that match; empty: all
    relative: float = 0  # by how much numbers may differ: sums depend on the number of threads on every runtime
    environment: dict = field(default_factory=dict)
    known_failure: str = ""  # why it does not pass today


def script(name, *arguments):
    return [python(), str(SCRIPTS / name), *arguments]


def plain_script(name, *arguments):
    """One that needs nothing but Python itself."""
    return [sys.executable, str(SCRIPTS / name), *arguments]
