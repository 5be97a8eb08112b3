"""Builds the measuring programs, by both compilers, and only when what goes into one has changed."""
import hashlib
import os
import pathlib
import re
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
        digest.update(pathlib.Path(path).read_bytes())
    return digest.hexdigest()


def _complaint(errors):
    lines = [line for line in errors.splitlines() if "error" in line or "cannot find" in line] or errors.splitlines()
    return lines[0].strip() if lines else "the compiler failed without a word"


def _inputs_said_by(compiler_note):
    """What the compiler read for a file, as its -MMD wrote it; None before that."""
    if not compiler_note.exists():
        return None
    text = compiler_note.read_text(encoding="utf-8").replace("\\\n", " ").partition(": ")[2]
    paths = [pathlib.Path(word.replace("\\ ", " ")) for word in re.split(r"(?<!\\)\s+", text.strip())]
    return paths if all(path.exists() for path in paths) else None


def _is_made(output, mark_file, command, inputs):
    return (inputs is not None and output.exists() and mark_file.exists()
            and mark_file.read_text(encoding="ascii") == _mark(command, inputs))


def make(output, command, inputs=None):
    """Runs `command -o OUTPUT` unless it did that with the same inputs before; without `inputs` the compiler tells what they
    are. Several may make the same file at once."""
    command = [str(word) for word in command]
    mark_file, note = output.with_name(output.name + ".mark"), output.with_name(output.name + ".d")
    asked = [] if inputs is not None else ["-MMD", "-MF", str(note)]
    if _is_made(output, mark_file, command, _inputs_said_by(note) if asked else inputs):
        return output
    output.parent.mkdir(parents=True, exist_ok=True)
    # Beside the final name first: a build that is interrupted must not leave a program that looks finished.
    unfinished = output.with_name(f"{output.name}.{os.getpid()}-{threading.get_ident()}.unfinished")
    try:
        done = subprocess.run([*command, *asked, "-o", str(unfinished)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildFailure(_complaint(done.stderr))
        mark_file.unlink(missing_ok=True)
        unfinished.rename(output)
    finally:
        unfinished.unlink(missing_ok=True)
    mark_file.write_text(_mark(command, _inputs_said_by(note) if asked else inputs), encoding="ascii")
    return output


def build(name, sources, compiler, flags=None, depends=()):
    """The path of program `name` as `compiler` ("gcc" or "clang") makes it of `sources`, or None without that compiler."""
    if not compilers.is_there(compiler):
        return None
    command = [compilers.command_of(compiler), *(FLAGS if flags is None else flags), *sources, "-lm"]
    return make(cache_directory() / compiler / name, command, [*sources, *depends])


def build_micro(compiler):
    folder, harness = REPOSITORY / "bench" / "micro", REPOSITORY / "bench" / "harness"
    sources = [*sorted(folder.glob("*.c")), harness / "energy.c", harness / "work.c"]
    return build("micro", sources, compiler, depends=[*folder.glob("*.h"), harness / "work.h"])


def build_tree_search(compiler):
    folder = REPOSITORY / "demo"
    return build("tree_search", [folder / "tree_search.c"], compiler, depends=[folder / "tree.h"])
