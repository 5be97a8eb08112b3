"""Builds the measuring programs, by both compilers, and only when what goes into one has changed."""
import hashlib
import os
import subprocess
import threading

from measure import compilers
from measure.places import REPOSITORY, cache_directory

FLAGS = ["-std=gnu11", "-O2", "-g", "-fopenmp"]


class BuildFailure(Exception):
    """What the compiler said, in a line."""


def _mark(command, inputs):
    """Of the command and of what all inputs hold: an installation's files have the dates of its package."""
    digest = hashlib.sha256("\0".join(map(str, command)).encode())
    for path in sorted(inputs):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _complaint(errors):
    lines = [line for line in errors.splitlines() if "error" in line or "cannot find" in line] or errors.splitlines()
    return lines[0].strip() if lines else "the compiler failed without a word"


def make(output, command, inputs):
    """Runs `command -o OUTPUT` unless it did that with the same inputs before. Several may make the same file at once."""
    mark, mark_file = _mark(command, inputs), output.with_name(output.name + ".mark")
    if output.exists() and mark_file.exists() and mark_file.read_text(encoding="ascii") == mark:
        return output
    output.parent.mkdir(parents=True, exist_ok=True)
    # Beside the final name first: a build that is interrupted must not leave a program that looks finished.
    unfinished = output.with_name(f"{output.name}.{os.getpid()}-{threading.get_ident()}.unfinished")
    try:
        done = subprocess.run([*map(str, command), "-o", str(unfinished)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildFailure(_complaint(done.stderr))
        mark_file.unlink(missing_ok=True)
        unfinished.rename(output)
    finally:
        unfinished.unlink(missing_ok=True)
    mark_file.write_text(mark, encoding="ascii")
    return output


def build(name, sources, compiler, flags=None, depends=()):
    """The path of program `name` as `compiler` ("gcc" or "clang") makes it of `sources`, or None without that compiler."""
    if not compilers.is_there(compiler):
        return None
    command = [compilers.command_of(compiler), *(FLAGS if flags is None else flags), *sources, "-lm"]
    return make(cache_directory() / compiler / name, command, [*sources, *depends])


def build_micro(compiler):
    folder = REPOSITORY / "bench" / "micro"
    headers = [*folder.glob("*.h"), REPOSITORY / "demo" / "tree.h"]
    return build("micro", sorted(folder.glob("*.c")), compiler, depends=headers)


def build_tree_search(compiler):
    folder = REPOSITORY / "demo"
    return build("tree_search", [folder / "tree_search.c"], compiler, depends=[folder / "tree.h"])
