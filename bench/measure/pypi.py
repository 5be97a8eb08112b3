"""The virtual environment with packages from PyPI that the measurements and the drop-in tests run: build/python."""
import os
import shutil
import subprocess
import sys

from measure.runtimes import python_directory


def python():
    return str(python_directory() / "bin" / "python")


def _note():
    return python_directory() / "installed-packages"


def installed():
    return _note().read_text().splitlines() if _note().exists() else []


def _run(command, what):
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode:
        print(f"installing {what} failed: {(finished.stderr or finished.stdout).strip()[-500:]}", file=sys.stderr)
    return finished.returncode == 0


def install(packages):
    """Those that are not there yet; `--no-deps NAME` installs that one alone. A note in the environment says what is there."""
    missing = [package for package in packages if package not in installed()]
    if not missing:
        return
    print("installing from PyPI:", *missing, file=sys.stderr)
    if not os.path.exists(python()):
        interpreter = shutil.which("python3.11") or sys.executable
        _run([interpreter, "-m", "venv", str(python_directory())], "a virtual environment")
    pip = [python(), "-m", "pip", "install", "--quiet"]
    together = [package for package in missing if " " not in package]
    done = together if together and _run([*pip, *together], ", ".join(together)) else []
    for package in missing:  # one that is not to be had must not keep the others out
        if package not in done and _run([*pip, *package.split()], package):
            done = [*done, package]
    _note().write_text("".join(f"{package}\n" for package in [*installed(), *done]))


def are_installed(packages):
    return set(packages) <= set(installed())
