"""The `// key: value` (Fortran: `! key: value`) lines at the top of a test program, and build.json of a folder test."""
import dataclasses
import json
import re
import shlex

usual_threads = [1, 2, 3, 8]  # the command line may change it before programs are read
DEFAULT_TIMEOUT = 300  # a few seconds do here; a loaded machine may be a hundred times slower
LINE = re.compile(r"^\s*(?://|!|\*)\s*([a-z][a-z-]*):\s*(.*?)\s*$")
COMMENT = re.compile(r"^\s*(//|!|/\*|\*|$)")
KEYS = {
    "compilers", "threads", "env", "env-each", "flags", "flags-gcc", "flags-clang", "link", "link-gcc", "link-clang",
    "timeout", "skip-gcc", "skip-clang", "exit", "output", "expect", "limit", "optimise", "runtimes",
}


@dataclasses.dataclass
class Directives:
    """What a test asks of the runner; the fields are the keys, see README.md."""
    compilers: list = dataclasses.field(default_factory=lambda: ["gcc", "clang"])
    threads: list = dataclasses.field(default_factory=lambda: list(usual_threads))
    env: dict = dataclasses.field(default_factory=dict)
    env_each: list = dataclasses.field(default_factory=lambda: [{}])
    flags: dict = dataclasses.field(default_factory=lambda: {"gcc": [], "clang": []})
    link: dict = dataclasses.field(default_factory=lambda: {"gcc": [], "clang": []})
    optimise: list = dataclasses.field(default_factory=lambda: ["-O2"])
    timeout: float = DEFAULT_TIMEOUT
    skip: dict = dataclasses.field(default_factory=dict)
    exit: str = "0"
    output: str = "none"
    expect: list = dataclasses.field(default_factory=list)
    limit: dict = dataclasses.field(default_factory=dict)
    runtimes: list = dataclasses.field(default_factory=lambda: ["xomp", "own"])


class WrongDirective(Exception):
    """A directive that the runner does not know; the message names file and line."""


def assignments(text):
    """The variables of `A=b C="d e"`."""
    return dict(word.split("=", 1) for word in shlex.split(text))


def _add(directives, key, value):
    base, _, compiler = key.partition("-")
    if key in ("compilers", "optimise", "runtimes"):
        setattr(directives, key, value.split())
    elif key == "threads":
        directives.threads = [int(n) for n in value.split()]
    elif key == "env":
        directives.env.update(assignments(value))
    elif key == "env-each":
        directives.env_each = [assignments(part) for part in value.split(" | ")]
    elif key == "limit":
        directives.limit.update(assignments(value))
    elif base in ("flags", "link"):
        for name in [compiler] if compiler else ["gcc", "clang"]:
            getattr(directives, base)[name].extend(shlex.split(value))
    elif base == "skip":
        directives.skip[compiler] = value
    elif key == "timeout":
        directives.timeout = float(value)
    elif key == "expect":
        directives.expect.append(value)
        directives.output = "any"
    else:
        setattr(directives, key, value)


def of_source(path):
    """Reads the leading comment lines of a program."""
    directives = Directives()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not COMMENT.match(line):
            break
        found = LINE.match(line) if number > 1 else None  # the first line says what the program tests
        if not found:
            continue
        if found[1] not in KEYS:
            raise WrongDirective(f"{path}:{number}: unknown directive '{found[1]}'")
        _add(directives, found[1], found[2])
    return directives


def of_folder(path):
    """Reads build.json of a test of several files: (its directives, its parts, its compiler assignments)."""
    described = json.loads((path / "build.json").read_text())
    directives = Directives()
    for key, value in described.get("directives", {}).items():
        if key not in KEYS:
            raise WrongDirective(f"{path}/build.json: unknown directive '{key}'")
        _add(directives, key, value)
    return directives, described["parts"], described.get("assignments", [{}])
