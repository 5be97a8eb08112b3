"""Which compilers are tried together, in which suite of Debian: sets.txt."""
import pathlib
from dataclasses import dataclass

FILE = pathlib.Path(__file__).resolve().parent.parent / "sets.txt"


@dataclass(frozen=True)
class Set:
    suite: str
    compilers: tuple  # "gcc-16", ...

    @property
    def name(self):
        return "+".join(self.compilers)

    def options(self):
        """Those of tests/conformance/run."""
        return [word for compiler in self.compilers for word in ("--" + compiler.split("-")[0], compiler.split("-")[1])]


def _lines():
    lines = [line.split("#", 1)[0].split() for line in FILE.read_text().splitlines()]
    return [line for line in lines if line]


def having(compilers):
    """All sets, or those with one of the compilers."""
    sets = [Set(suite, tuple(names)) for suite, *names in _lines() if suite != "nowhere"]
    known = {name for one in sets for name in one.compilers}
    unknown = [name for name in compilers if name not in known]
    if unknown:
        raise SystemExit(f"no set has {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    return [one for one in sets if not compilers or set(compilers) & set(one.compilers)]


def nowhere():
    """Compilers that are wanted, and that Debian does not have."""
    return [name for suite, *names in _lines() if suite == "nowhere" for name in names]
