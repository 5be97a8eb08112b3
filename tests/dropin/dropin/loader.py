"""What the dynamic loader says of a run (LD_DEBUG=bindings): to which file each OpenMP symbol was bound."""
import pathlib
import re

BINDING = re.compile(r"binding file (\S+) \[\d+\] to (\S+) \[\d+\]: normal symbol `((?:GOMP|GOACC|omp|ompx|kmp|kmpc|__kmp|__kmpc|ompc)_\w+)'")


def environment(directory):
    return {"LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": str(directory / "loader")}


def openmp_bindings(directory):
    """(from, to, symbol) of all processes of the run; the reports are removed, they are large."""
    for report in sorted(directory.glob("loader.*")):
        with open(report, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if "binding file" in line and (match := BINDING.search(line)):
                    yield match.groups()
        report.unlink()


def judge(directory, xomp, by_handle=()):
    """(symbols bound to XOMP, a sentence for each other file to which somebody else's call went).

    by_handle: symbols that the program is known to ask the file itself for."""
    xomp = pathlib.Path(xomp).resolve()
    bound, elsewhere = set(), {}
    for source, target, symbol in openmp_bindings(directory):
        if pathlib.Path(target).resolve() == xomp:
            bound.add(symbol)
        elif symbol not in by_handle and pathlib.Path(source).resolve() != pathlib.Path(target).resolve():  # a library's calls of itself are its own business
            elsewhere.setdefault((target, source), set()).add(symbol)
    sentences = [f"{pathlib.Path(source).name} bound {', '.join(sorted(symbols)[:3])}{' ...' if len(symbols) > 3 else ''} to {target}"
                 for (target, source), symbols in sorted(elsewhere.items())]
    return bound, sentences
