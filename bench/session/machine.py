"""What the results' first line says of the machine and of what is measured on it."""
import datetime
import hashlib
import os
import pathlib
import platform
import re
import subprocess

from measure import compilers, mpis, places
from session import libraries, peers


def _model():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        names = [line.partition(":")[2].strip() for line in info if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory_kb():
    with open("/proc/meminfo", encoding="ascii") as info:
        return int(re.search(r"MemTotal:\s*(\d+)", info.read())[1])


def _numa_nodes():
    return max(1, len(list(pathlib.Path("/sys/devices/system/node").glob("node[0-9]*"))))


def _commit():
    if places.is_installed():
        return ""
    command = ["git", "-C", str(places.REPOSITORY), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def processors():
    """Those that this process may use."""
    return len(os.sched_getaffinity(0))


def library_digest():
    """Results of two builds of the library do not belong together."""
    path = places.library()
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def record(command, plan, allocator, has_ranks=False):
    return {
        "kind": "machine", "time": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        "host": {"processors": processors(), "model": _model(), "numa_nodes": _numa_nodes(), "memory_kb": _memory_kb(),
                 "kernel": platform.release()},
        "commit": _commit(), "xomp": places.version(), "library": library_digest(), "peers": peers.description(), "with": libraries.description(), "allocator": allocator,
        "compilers": {name: compilers.version_of(name) for name in compilers.COMMANDS if compilers.is_there(name)},
        "mpis": mpis.versions() if has_ranks else {}, "command": command, "plan": plan,
    }
