"""The problems: the folders of bench/problems, and the programs of bench/micro as the suite "constructs"."""
import json
import re
import sys
from dataclasses import dataclass

from measure import suites
from measure.places import REPOSITORY
from session import papers

FOLDER = REPOSITORY / "bench" / "problems"
SUITES = ("tasks", "kernels", "graphs", "micro", "taskbench", "flow", "taskflow", "ranks", "public", "constructs")
ONLY_BY_NAME = ("ranks", "public", "constructs")  # not run if nothing is named
# Versions that are programs of their own, each a file of the problem's folder; all other versions are OpenMP.
OWN_PROGRAMS = ("tbb", "threads", "taskflow", "libfork", "citor", "toomanycooks", "mpi", "ttg_parsec", "native", "ttg", "xomp_taskflow")
ON_XOMP = ("native", "ttg", "xomp_taskflow")
# Of the suite "ranks", whose programs are started as several processes. They run in no other suite as such.
ON_RANKS = ("mpi", "ttg_parsec", "ttg")
# Of the suite "public" only: each is one file for all problems whose build.json names a header with a Node (nodes.h).
ON_PUBLIC = ("libfork", "citor", "toomanycooks")
SOURCES = {"ttg_parsec": "ttg", "xomp_taskflow": "taskflow"}  # compiled against other headers
# Where a problem has forks.h, forks.cpp is its program of each of these kinds for which it has no file of its own.
FORKS = ("tbb", "threads", "taskflow", "native", "xomp_taskflow")
SUMMARY = re.compile(r'\.summary =\s+"([^"]*)"')


def refuse(sentence):
    """A mistake on the command line."""
    print(f"xomp bench: error: {sentence}", file=sys.stderr)
    raise SystemExit(125)


@dataclass(frozen=True)
class Problem:
    suite: str
    name: str
    folder: object = None  # None: a program of bench/micro
    given: tuple = ()      # of (parameter, values) that the command line sets
    presets: tuple = ()    # of papers' systems that it is run as besides (papers.py)

    def settings(self):
        """What build.json says. "{repository}" stands for where the sources are.

        Of all programs: suite, libraries, flags, needs, serial (versions besides "serial"), without (kinds that forks.h is not for), nodes (the header of nodes.h). Of the cases: size and untied (if the command line names none), sweep (values of parameters that
        are gone through), set (a value of each of these), versions (of the OpenMP program), warm_up, environment, openmp_environment (of
        the OpenMP program only), `ranks` (numbers of processes, if the command line gives none). `also` has further problems by name, the same programs with other settings of the cases.
        """
        path = self.folder / "build.json"
        settings = json.loads(path.read_text(encoding="utf-8").replace("{repository}", str(REPOSITORY))) if path.exists() else {}
        also = settings.pop("also", {})
        if self.name in also:
            settings.pop("sweep", None)
            settings |= also[self.name]
        return settings

    @property
    def program(self):
        """What its programs are called."""
        return self.folder.name

    @property
    def built_as(self):
        """What the programs' files are called: those of the public table have flags of their own."""
        return self.name if self.suite == "public" else self.program

    def main_source(self):
        return next((path for path in (self.folder / f"{self.program}.c", self.folder / f"{self.program}.cpp") if path.exists()), None)

    def source_of(self, kind):
        if kind == "main":
            return self.main_source()
        if self.nodes_with(kind):
            return FOLDER / f"{kind}.cpp"
        own = self.folder / f"{SOURCES.get(kind, kind)}.cpp"
        return FOLDER / "forks.cpp" if not own.exists() and self.forks_with(kind) else own

    def forks_with(self, kind):
        """The header that forks.cpp needs for this kind; None where the problem does not want it."""
        wanted = kind in FORKS and (self.folder / "forks.h").exists() and kind not in self.settings().get("without", [])
        return f"with_{SOURCES.get(kind, kind)}.h" if wanted else None

    def nodes_with(self, kind):
        """The header whose Node the program of this kind goes through; None for other kinds."""
        return self.settings().get("nodes") if kind in ON_PUBLIC else None

    @property
    def has_ranks(self):
        return self.suite == "ranks"

    def kinds(self):
        """"main", and those of OWN_PROGRAMS that this problem has."""
        if self.has_ranks:
            return [kind for kind in ON_RANKS if self.source_of(kind).exists()]
        elsewhere = ("mpi",) if self.suite == "public" else ("mpi", *ON_PUBLIC)
        own = [kind for kind in OWN_PROGRAMS if kind not in elsewhere and self.source_of(kind).exists()]
        return ["main"] * bool(self.main_source()) + own

    def summary(self):
        if not self.folder:
            return "a program of bench/micro"
        if text := self.settings().get("summary"):
            return text
        texts = [self.source_of(kind).read_text(encoding="utf-8") for kind in self.kinds()]
        texts += [path.read_text(encoding="utf-8") for path in sorted(self.folder.glob("*.h"))]
        return next((match[1] for match in map(SUMMARY.search, texts) if match), "")


def _problems_in(folder):
    path = folder / "build.json"
    settings = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    suites_of = {folder.name: settings.get("suite", "tasks")}
    suites_of |= {name: also.get("suite", suites_of[folder.name]) for name, also in settings.get("also", {}).items()}
    return [Problem(suite, name, folder) for name, suite in suites_of.items()]


def all_problems():
    problems = [problem for folder in sorted(FOLDER.iterdir()) if folder.is_dir() for problem in _problems_in(folder)]
    problems = [problem for problem in problems if problem.kinds()]
    constructs = dict.fromkeys(text.partition(":")[0] for texts in suites.SUITES.values() for text in texts)
    return sorted(problems, key=lambda p: SUITES.index(p.suite)) + [Problem("constructs", name) for name in constructs]


def _values_of(text, word):
    """`tile=32/64` as ("tile", (32.0, 64.0))."""
    name, sign, values = word.partition("=")
    try:
        if not sign:
            raise ValueError
        return name, tuple(float(value) for value in values.split("/"))
    except ValueError:
        refuse(f"{text}: '{word}' is not allowed; give PARAMETER=VALUE or PARAMETER=VALUE/VALUE/...")


def _construct(text):
    name, _, options = text.partition(":")
    return Problem("constructs", name, None, tuple(_values_of(text, word) for word in options.split(",") if word))


def _of_paper(known, text, presets):
    """A problem as papers.py writes it."""
    name, _, options = text.partition(":")
    problem = known[name]
    given = tuple(_values_of(text, word) for word in options.split(",") if word)
    return Problem(problem.suite, name, problem.folder, given, tuple(presets))


def chosen(texts):
    """The problems that the words of the command line name: suites, problems, `problem:parameter=value/value,...`."""
    known = {problem.name: problem for problem in reversed(all_problems())}
    found = []
    for text in texts:
        name, _, options = text.partition(":")
        if text == "constructs":
            found += [_construct(case) for cases in suites.SUITES.values() for case in cases]
        elif text == papers.SUITE or text in papers.PAPERS:
            found += [_of_paper(known, word, names) for word, names in papers.problems(text).items()]
        elif text in SUITES:
            found += [problem for problem in all_problems() if problem.suite == text]
        elif name in known:
            given = tuple(_values_of(text, word) for word in options.split(",") if word)
            found.append(Problem(known[name].suite, name, known[name].folder, given))
        else:
            refuse(f"there is no problem and no suite '{name}'; suites: {', '.join((*SUITES, papers.SUITE, *papers.PAPERS))}; "
                   f"problems: {', '.join(sorted(known))}")
    return list(dict.fromkeys(found))
