"""A virtual environment with packages from PyPI, made on demand and kept in the build directory."""
import os
import pathlib
import shutil
import subprocess
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
XOMP = BUILD / "bin/xomp"


def environment(**changes):
    ours = {name: value for name, value in os.environ.items()
            if not name.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_", "OPENBLAS_", "PYTHON"))}
    if shutil.which("ccache"):  # what pip builds was mostly compiled before
        # By the same names: the cache tells c++ from g++.
        changes = {"CMAKE_C_COMPILER_LAUNCHER": "ccache", "CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CC": "cc", "CXX": "c++", **changes}
    return {**ours, **{name: str(value) for name, value in changes.items()}}


def python_with(name, *packages, options=()):
    """The interpreter of the environment `name` with these packages."""
    folder = BUILD / "venv" / name
    python = folder / "bin/python"
    if not python.exists():
        venv.EnvBuilder(with_pip=True, clear=True).create(folder)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *packages]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=1200)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return python


def run(*command, **changes):
    return subprocess.run([str(word) for word in command], env=environment(**changes), capture_output=True, text=True,
                          timeout=1200)
