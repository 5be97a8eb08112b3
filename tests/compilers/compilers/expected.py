"""Reads differences.txt: what is known to differ between a compiler's own runtime and XOMP, and why."""
import fnmatch
import pathlib
from dataclasses import dataclass

FILE = pathlib.Path(__file__).resolve().parent.parent / "differences.txt"
KINDS = ("does-not-build", "both-fail", "own-fails", "own-fails-sometimes", "xomp-fails")


@dataclass(frozen=True)
class Expected:
    line: int
    kind: str
    compilers: tuple
    cases: str
    reason: str

    def covers(self, difference):
        return (self.kind.removesuffix("-sometimes") == difference.kind
                and any(fnmatch.fnmatchcase(difference.compiler, pattern) for pattern in self.compilers)
                and fnmatch.fnmatchcase(difference.case, self.cases.replace("[", "[[]")))


def read(path):
    listed = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        fields = [field.strip() for field in line.split(" :: ")]
        if len(fields) != 4 or fields[0] not in KINDS:
            raise SystemExit(f"{path}:{number}: not 'KIND :: COMPILERS :: CASES :: REASON' with one of the kinds {', '.join(KINDS)}")
        listed.append(Expected(number, fields[0], tuple(fields[1].split()), fields[2], fields[3]))
    return listed
