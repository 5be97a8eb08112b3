"""Which Python has pandas and matplotlib: Debian's packages belong to Debian's python3, which need not be the first in PATH."""
import importlib.util
import subprocess
import sys

LIBRARIES = ("pandas", "matplotlib")
DEBIAN_PYTHON = "/usr/bin/python3"
INSTALL = "apt-get install python3-pandas python3-matplotlib, or pip install pandas matplotlib"


def has_libraries():
    return all(importlib.util.find_spec(name) for name in LIBRARIES)


def with_libraries():
    """Path of a Python that has the libraries; RuntimeError with the command that installs them if there is none."""
    if has_libraries():
        return sys.executable
    question = "import importlib.util as u, sys; sys.exit(not all(u.find_spec(n) for n in sys.argv[1:]))"
    try:
        if subprocess.run([DEBIAN_PYTHON, "-c", question, *LIBRARIES], capture_output=True, check=False).returncode == 0:
            return DEBIAN_PYTHON
    except OSError:
        pass
    raise RuntimeError(f"the report needs {' and '.join(LIBRARIES)}; to install them: {INSTALL}")
