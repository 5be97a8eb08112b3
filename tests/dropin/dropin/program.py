"""What is known about one program of the catalogue."""
import sys
from dataclasses import dataclass, field

from measure import pypi
from measure.runtimes import REPOSITORY, build_directory

SCRIPTS = REPOSITORY / "tests" / "dropin" / "programs"


def work_directory():
    return build_directory() / "dropin"


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
    by_handle: tuple = ()  # symbols that it asks its own runtime's file for (dlsym), where no preloading reaches
    known_failure: str = ""  # why it does not pass today


def script(name, *arguments):
    return [pypi.python(), str(SCRIPTS / name), *arguments]


def plain_script(name, *arguments):
    """One that needs nothing but Python itself."""
    return [sys.executable, str(SCRIPTS / name), *arguments]
