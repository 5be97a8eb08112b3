"""Finds the tests and expands each into cases: program x compiler x optimisation x environment x number of threads."""
import dataclasses
import fnmatch
import pathlib

from . import directives, target

HERE = pathlib.Path(__file__).resolve().parent.parent
SUITES = {"conformance": HERE, "stress": target.ROOT / "tests/stress/programs"}
SUFFIXES = {".c", ".cpp", ".f90"}
SHARED = {"check.f90"}


@dataclasses.dataclass
class Part:
    """One thing to link: a program or a shared library, from which sources, by which compiler."""
    name: str
    sources: list
    compiler: str
    is_library: bool
    flags: list
    link: list

    def has_compiler(self):
        """Whether the target has such a compiler at all; that it is not installed is an error."""
        return (self.compiler, self.sources[-1].suffix) in target.chosen.compilers


@dataclasses.dataclass
class Build:
    """What has to be built for some cases; `parts` in order, the last one is the program."""
    name: str
    parts: list
    folder: pathlib.Path = None
    error: str = None


@dataclasses.dataclass
class Case:
    """One run of a built program."""
    name: str
    build: Build
    directives: directives.Directives
    threads: int
    env: dict
    skipped: str = None


def _sources(suite_root):
    for path in sorted(suite_root.rglob("*")):
        relative = path.relative_to(suite_root)
        if relative.parts[0] == "runner" or path.name in SHARED:
            continue
        if path.name == "build.json":
            yield path.parent, True
        elif path.suffix in SUFFIXES and not (path.parent / "build.json").exists():
            yield path, False


def _program_build(name, path, wanted, compiler, level):
    part = Part("program", [path], compiler, False, [level, *wanted.flags[compiler]], wanted.link[compiler])
    label = f"{name} {compiler}" + (f" {level}" if len(wanted.optimise) > 1 else "")
    return Build(label, [part])


def _folder_build(name, path, wanted, described, assigned, level):
    parts = []
    for item in described:
        compiler = assigned.get(item["name"], item.get("compiler", "gcc"))
        sources = [path / source for source in item["sources"]]
        flags = [level, *wanted.flags[compiler], *item.get("flags", [])]
        link = [*item.get("link", []), *wanted.link[compiler]]
        parts.append(Part(item["name"], sources, compiler, item.get("library", False), flags, link))
    label = "+".join(part.compiler for part in reversed(parts))
    return Build(f"{name} {label}" + (f" {level}" if len(wanted.optimise) > 1 else ""), parts)


def _cases_of(build, wanted, skipped):
    for number, env in enumerate(wanted.env_each):
        mark = " ".join(f"{k}={v}" for k, v in env.items())
        for threads in wanted.threads:
            label = f"{build.name} {threads}t" + (f" [{mark}]" if mark else "")
            yield Case(label, build, wanted, threads, {**wanted.env, **env}, skipped)


def _expand(suite, suite_root, path, is_folder):
    name = str(path.relative_to(suite_root)) if suite == "conformance" else f"{suite}/{path.relative_to(suite_root)}"
    if is_folder:
        wanted, described, assignments = directives.of_folder(path)
        for level in wanted.optimise:
            for assigned in assignments:
                build = _folder_build(name, path, wanted, described, assigned, level)
                yield from _cases_of(build, wanted, None)
        return
    wanted = directives.of_source(path)
    for compiler in ("gcc", "clang"):
        skipped = wanted.skip.get(compiler)
        if compiler not in wanted.compilers and not skipped:
            continue
        for level in wanted.optimise:
            yield from _cases_of(_program_build(name, path, wanted, compiler, level), wanted, skipped)


def _matches(name, pattern):
    return fnmatch.fnmatchcase(name, pattern) if any(c in pattern for c in "*?[") else pattern in name


def collect(suites, filters, compiler=None, threads=None):
    """All cases of the named suites that fit every limit and the target's compilers; a case fits if any filter does."""
    found = []
    for suite in suites:
        for path, is_folder in _sources(SUITES[suite]):
            found.extend(_expand(suite, SUITES[suite], path, is_folder))
    found = [case for case in found if all(part.has_compiler() for part in case.build.parts)]
    if filters:
        found = [case for case in found if any(_matches(case.name, f) for f in filters)]
    if compiler:
        found = [case for case in found if case.build.parts[-1].compiler == compiler]
    if threads:
        found = [case for case in found if case.threads in threads]
    return found
