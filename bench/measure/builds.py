"""Builds the measuring programs: one text, both compilers, -O2, and only when a source is newer than the program."""
import shutil
import subprocess

from measure.runtimes import COMPILERS, REPOSITORY, build_directory

FLAGS = ["-std=gnu11", "-O2", "-g", "-fopenmp"]


def build(name, sources, compiler, flags=None, depends=()):
    """The path of program `name` as `compiler` ("gcc" or "clang") makes it of `sources`, or None without that compiler."""
    command = COMPILERS[compiler]
    if not shutil.which(command):
        return None
    program = build_directory() / "bench" / compiler / name
    program.parent.mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in [*sources, *depends])
    if not program.exists() or program.stat().st_mtime < newest:
        # Beside the final name first: a build that is interrupted must not leave a program that looks finished.
        unfinished = program.with_suffix(".unfinished")
        used = FLAGS if flags is None else flags
        subprocess.run([command, *used, "-o", unfinished, *sources, "-lm"], check=True)
        unfinished.rename(program)
    return program


def build_micro(compiler):
    folder = REPOSITORY / "bench" / "micro"
    headers = [*folder.glob("*.h"), REPOSITORY / "demo" / "tree.h"]
    return build("micro", sorted(folder.glob("*.c")), compiler, depends=headers)


def build_tree_search(compiler):
    folder = REPOSITORY / "demo"
    return build("tree_search", [folder / "tree_search.c"], compiler, depends=[folder / "tree.h"])
