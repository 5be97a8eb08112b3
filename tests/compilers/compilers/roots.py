"""Roots (ci/root): a minimal Debian of a suite, with compilers and their runtimes, which are kept for the next run."""
import os
import pathlib
import shutil
import subprocess
import sys

from . import sets

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD") or REPOSITORY / "build").resolve()
KEPT = BUILD / "compilers"  # programs and results; seen in the roots under its own path
TOOLS = ["python3", "gdb"]  # the runner of the programs, and what tells of a program that hangs
APT = ["apt-get", "-qq", "-o", "Acquire::Retries=3", "-o", "APT::Install-Recommends=false"]


def _checked(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout[-3000:]}\nfailed: {' '.join(map(str, command))}")
    return done.stdout


class Root:
    def __init__(self, suite):
        self.suite = suite
        self.changes = BUILD / "roots" / "compilers" / suite

    def command(self, *words):
        """What runs the words inside, where the repository cannot be written to but for the build."""
        KEPT.mkdir(parents=True, exist_ok=True)
        return [str(REPOSITORY / "ci/root"), "--changes", str(self.changes), self.suite, f"{REPOSITORY}={REPOSITORY}", f"{BUILD}:={BUILD}",
                "--", *words]

    def _has(self, package):
        return "install ok installed" in subprocess.run(
            self.command("dpkg-query", "-W", "-f", "${Status}", package), capture_output=True, text=True, check=False).stdout

    def offers(self, package):
        shown = subprocess.run(self.command("apt-cache", "show", package), capture_output=True, text=True, check=False)
        return shown.returncode == 0 and bool(shown.stdout)

    def install(self, packages):
        missing = [package for package in packages if not self._has(package)]
        if missing:
            print(f"{self.suite}: installing {' '.join(missing)}", flush=True)
            _checked(self.command(*APT, "update"))
            _checked(self.command(*APT, "install", "-y", *missing))

    def install_libomp(self, version):
        """libomp and its headers. Their packages of two versions exclude each other, but no two files have one name: so they are unpacked."""
        if any(self.changes.glob(f"upper/usr/lib/llvm-{version}/lib/clang/*/include/omp.h")):
            return
        packages = [name for name in (f"libomp-{version}-dev", f"libomp5-{version}") if self.offers(name)]
        if f"libomp5-{version}" not in packages:
            self.install(["libomp5"])
        print(f"{self.suite}: unpacking {' '.join(packages)}", flush=True)
        script = 'cd "$(mktemp -d)" && apt-get -qq download "$@" && for package in *.deb; do dpkg -x "$package" /; done'
        _checked(self.command("sh", "-ec", script, "_", *packages))


def prepare(suite, chosen):
    """The root of a suite with all compilers that the sets want there."""
    if os.geteuid() != 0:
        raise SystemExit("tests/compilers/run wants root: it makes roots by debootstrap and goes into them by chroot")
    if not shutil.which("debootstrap"):
        raise SystemExit("debootstrap is not installed: ci/install-dependencies compilers")
    root = Root(suite)
    names = sorted({name for one in chosen if one.suite == suite for name in one.compilers})
    root.install([*TOOLS, *names, *(name.replace("gcc", "g++") for name in names if name.startswith("gcc-"))])
    for version in sorted({name.split("-")[1] for name in names if name.startswith(("clang-", "flang-"))}):
        root.install_libomp(version)
    return root


def now_there(roots):
    """A sentence for each compiler that sets.txt calls nowhere and a suite has."""
    wrong = []
    for name in sets.nowhere():
        suites = [root.suite for root in roots if root.offers(name)]
        if suites:
            wrong.append(f"{name} is in {', '.join(suites)} now: it needs a set in {sets.FILE.relative_to(REPOSITORY)}")
        else:
            print(f"{name} is not tried: no suite of these has it", file=sys.stderr)
    return wrong
