"""Fresh Debian roots (ci/root), where what was packaged is installed, used and removed. Nothing of XOMP is in them before."""
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
DIST = ROOT / "dist"

# For every script: a program of Debian that uses OpenMP, and a list of all files but those of apt itself.
PRELUDE = """
set -eu
mkdir -p /keep/partial
apt_get() { apt-get -y -qq -o Dir::Cache::archives=/keep -o APT::Keep-Downloaded-Packages=true -o Dpkg::Use-Pty=0 "$@" >/tmp/apt.log 2>&1 \\
  || { cat /tmp/apt.log >&2; exit 1; }; }
files() { find / -xdev \\( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /keep -o -path /packages -o -path /var/lib/apt \\
  -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/log -o -name __pycache__ \\) -prune -o -print | sort; }
differs() { diff "$1" "$2" | sed -n 's/^[<>]/&/p'; }
apt_get update
"""


def empty_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)


def built(target, pattern):
    """Runs `make TARGET`, which puts files of this pattern into dist/, and returns them. Fails with what make says."""
    for old in DIST.glob(pattern):
        old.unlink()
    done = subprocess.run(["make", "-C", ROOT, target], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=3600)
    if done.returncode != 0:
        raise RuntimeError(f"make {target}:\n{done.stdout[-4000:]}")
    return sorted(DIST.glob(pattern))


def run_in(suite, script, packages):
    """What `script` prints in a fresh root of `suite`, which has the folder `packages` as /packages."""
    keep = BUILD / "roots" / "archives" / suite
    keep.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([ROOT / "ci/root", suite, f"{packages}=/packages", f"{keep}:=/keep", "--", "sh", "-c", PRELUDE + script], text=True,
                          capture_output=True, timeout=1800)
    if done.returncode != 0:
        raise AssertionError(f"{suite}: status {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def sections(text):
    """The lines below each line "== NAME"."""
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("== "):
            name = line[3:]
            found[name] = []
        elif name is not None:
            found[name].append(line)
    return found
