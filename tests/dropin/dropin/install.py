"""Installs what the chosen programs need: packages of Debian by apt-get, those of PyPI into build/dropin/python."""
import os
import shutil
import subprocess
import sys

from dropin.program import python, work_directory


def run(command, what):
    finished = subprocess.run(command, capture_output=True, text=True, check=False,
                              env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
    if finished.returncode:
        print(f"installing {what} failed: {(finished.stderr or finished.stdout).strip()[-500:]}", file=sys.stderr)
    return finished.returncode == 0


def missing_from_debian(packages):
    states = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n", *packages], capture_output=True, text=True,
                            check=False).stdout.split("\n")
    return [package for package in packages if f"installed {package}" not in states]


def from_debian(programs):
    missing = missing_from_debian(sorted({package for program in programs for package in program.debian}) or ["libc6"])
    if not missing:
        return
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    print("installing from Debian:", *missing, file=sys.stderr)
    apt = [*as_root, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    run([*apt, "update"], "the list of packages")
    if not run([*apt, "install", "-y", "--no-install-recommends", *missing], ", ".join(missing)):
        for package in missing:  # one that is not to be had must not keep the others out
            run([*apt, "install", "-y", "--no-install-recommends", package], package)


def from_pypi(programs):
    """One virtual environment for all; a file in it notes what has been installed."""
    wanted = sorted({package for program in programs for package in program.pypi})
    if not wanted:
        return
    note = work_directory() / "python" / "installed-packages"
    there = note.read_text().splitlines() if note.exists() else []
    missing = [package for package in wanted if package not in there]
    if not missing:
        return
    print("installing from PyPI:", *missing, file=sys.stderr)
    if not os.path.exists(python()):
        interpreter = shutil.which("python3.11") or sys.executable
        run([interpreter, "-m", "venv", str(work_directory() / "python")], "a virtual environment")
    pip = [python(), "-m", "pip", "install", "--quiet"]
    together = [package for package in missing if " " not in package]
    done = together if together and run([*pip, *together], ", ".join(together)) else []
    for package in missing:
        if package not in done and run([*pip, *package.split()], package):
            done.append(package)
    note.write_text("".join(f"{package}\n" for package in [*there, *done]))


def is_installed(program):
    if program.pypi:
        note = work_directory() / "python" / "installed-packages"
        if not note.exists() or set(program.pypi) - set(note.read_text().splitlines()):
            return False
    return not (program.debian and missing_from_debian(list(program.debian)))
