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
    if not packages:
        return python
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *packages]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=1200)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return python


# Flags as in `ci/test build`, and a folder as deep: what that has compiled, the compiler cache knows.
AS_BUILT = ("--config-settings", "cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON", "--config-settings", "build-dir=build-wheel")


def installed(*packages):
    """The interpreter of an environment with XOMP, built as `pip install .` builds it, and these packages."""
    python = python_with("xomp", *packages, options=["--only-binary=:all:"])
    if installed.wheel is None:
        folder = BUILD / "wheel-for-tests"
        shutil.rmtree(folder, ignore_errors=True)
        done = run(python, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", *AS_BUILT, "--wheel-dir", folder, ROOT)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        installed.wheel, = folder.glob("xomp-*.whl")
        python_with("xomp", installed.wheel, options=["--force-reinstall", "--no-deps"])
    return python


installed.wheel = None  # until it was built


def run(*command, **changes):
    return subprocess.run([str(word) for word in command], env=environment(**changes), capture_output=True, text=True,
                          timeout=1200)
