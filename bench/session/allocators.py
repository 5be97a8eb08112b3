"""The allocator that all programs of a suite get (`--allocator`): loaded before everything else, by LD_PRELOAD.

The usual one of the suite "public" is that of the public table, libtcmalloc_minimal, where the machine has it. It matters: coroutines and
tasks on the heap, and where big blocks begin within a page.
"""
import os
import pathlib
import subprocess

from measure import compilers, runtimes

SYSTEM = "system"
# By name: files, the newest first.
FILES = {
    "tcmalloc": ("libtcmalloc_minimal.so.4", "libtcmalloc_minimal.so"),
    "jemalloc": ("libjemalloc.so.2", "libjemalloc.so"),
    "mimalloc": ("libmimalloc.so.3", "libmimalloc.so.2", "libmimalloc.so"),
}
NAMES = (SYSTEM, *FILES)
INSTALL = {"tcmalloc": "libtcmalloc-minimal4", "jemalloc": "libjemalloc2", "mimalloc": "libmimalloc2.0"}
USUAL = {"public": "tcmalloc"}  # by suite; of all others the system's


def _find(name):
    """The path of an allocator by its name, or None: where the compilers find libraries."""
    commands = [compilers.command_of(compiler) for compiler in compilers.COMMANDS]
    return next((str(path) for file in FILES[name] for command in commands if (path := runtimes.library_of(command, file))), None)


def _refusal_of(path):
    """What the loader says against it, or None."""
    if any(sign in path for sign in ": \t"):
        return "LD_PRELOAD allows no blank and no colon in a path"
    environment = {**runtimes.clean_environment(), "LD_PRELOAD": path}
    said = subprocess.run(["/bin/true"], env=environment, capture_output=True, text=True, check=False)
    return said.stderr.strip() or (f"a program with it ends with status {said.returncode}" if said.returncode else None)


def resolve(text):
    """The path that LD_PRELOAD gets, "" for the system's allocator. ValueError with a sentence otherwise."""
    if text == SYSTEM:
        return ""
    if text in FILES:
        if not (path := _find(text)):
            raise ValueError(f"{text} was not found ({' or '.join(FILES[text])}); to install: apt-get install {INSTALL[text]}")
        return path
    if os.sep not in text or not pathlib.Path(text).is_file():
        raise ValueError(f"'{text}' is no allocator; give {', '.join(NAMES)}, or the path of a library's file")
    path = str(pathlib.Path(text).resolve())
    if refusal := _refusal_of(path):
        raise ValueError(f"'{text}' cannot be loaded: {refusal}")
    return path


def of_suite(chosen, suite):
    """The path that the programs of a suite get. `chosen`: what --allocator says, as resolve() has it; None without that option."""
    if chosen is not None:
        return chosen
    return (_find(USUAL[suite]) or "") if suite in USUAL else ""


def name_of(path):
    """As results and tables tell it."""
    return pathlib.Path(path).name if path else SYSTEM


def preload(environment, path):
    """An environment with the allocator before whatever is loaded first there."""
    if not path:
        return environment
    return environment | {"LD_PRELOAD": ":".join(filter(None, (path, environment.get("LD_PRELOAD", ""))))}
