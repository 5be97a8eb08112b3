"""Which Python has a library: XOMP's own virtual environment, or Debian's, whose packages belong to Debian's python3."""
import importlib.util
import os
import subprocess
import sys

from measure import pypi

DEBIAN_PYTHON = "/usr/bin/python3"
QUESTION = "import importlib.util as u, sys; sys.exit(not all(u.find_spec(n) for n in sys.argv[1:]))"


def has(*modules):
    return all(importlib.util.find_spec(name) for name in modules)


def with_modules(*modules):
    """The path of a Python that has them all, or None."""
    if has(*modules):
        return sys.executable
    for python in (pypi.python(), DEBIAN_PYTHON):
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", QUESTION, *modules], capture_output=True, check=False).returncode == 0:
            return python
    return None
