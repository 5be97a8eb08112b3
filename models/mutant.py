"""One fault that the checker must find."""
from dataclasses import dataclass, field


@dataclass
class Mutant:
    program: str  # models/PROGRAM.cpp
    file: str  # below `root`
    old: str
    new: str
    why: str  # what goes wrong
    models: list = field(default_factory=list)  # of the program; empty: any
    options: list = field(default_factory=list)  # of the program: where the short run's bounds do not do
    harmless: str = ""  # not found, and why that is right
    through: str = ""  # the source below src/ that includes a header which the program itself does not
    policy: str = ""  # under which the program runs, or VARIABLE=value; empty: as it is
    root: str = "src"
