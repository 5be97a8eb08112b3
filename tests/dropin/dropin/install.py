"""Installs the packages of Debian that the chosen programs need, by apt-get."""
import os
import subprocess
import sys

from measure import pypi


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


def is_installed(program):
    return pypi.are_installed(program.pypi) and not (program.debian and missing_from_debian(list(program.debian)))
