"""A case is what is measured under one number: a version of a problem, on a peer, with a number of threads. All cases of
one invocation are its plan."""
import itertools
from dataclasses import asdict, dataclass

from session import peers, policies
from session.problems import OWN_PROGRAMS, refuse

SIZES = ("tiny", "small", "medium", "large")
CUTOFFS = ("none", "if", "final", "manual")
UNTIED = {"no": [False], "yes": [True], "both": [False, True]}


@dataclass(frozen=True)
class Case:
    suite: str
    problem: str
    version: str
    peer: str
    policy: str  # "" on others than XOMP
    compiler: str
    threads: int
    size: str
    cutoff: str
    untied: bool
    parameters: tuple  # of (name, value): those that differ from what the size says
    ranks: int = 1     # processes; of the suite "ranks" only
    mpi: str = ""      # and the name of the MPI that starts them

    @property
    def task(self):
        """What cases have in common that do the same work: their times are compared."""
        words = [f"{name}={value:g}" for name, value in self.parameters]
        options = ",".join(words + ([f"ranks={self.ranks}", f"mpi={self.mpi}"] if self.mpi else []))
        words = [self.problem + (f":{options}" if options else ""), self.size, self.cutoff, "untied" if self.untied else "tied"]
        return "/".join(words)

    @property
    def runner(self):
        """Who does it: `gcc/xomp:na-ws`."""
        return f"{self.compiler}/{self.peer}" + (f":{self.policy}" if self.policy not in ("", "auto") else "")

    @property
    def key(self):
        return f"{self.task}/{self.version}/{self.threads}/{self.compiler}/{self.peer}" + (f":{self.policy}" if self.policy else "")

    def identity(self):
        """What each line about it says."""
        fields = asdict(self)
        if not self.mpi:
            del fields["ranks"], fields["mpi"]
        return {"key": self.key, **fields, "parameters": dict(self.parameters)}

    def arguments(self):
        if self.suite == "constructs":
            return [self.problem, "--trials", "1", *(word for name, value in self.parameters for word in (f"--{name}", f"{value:g}"))]
        options = ["--version", self.version, "--size", self.size]
        options += ["--cutoff", self.cutoff] * (self.cutoff != "none") + ["--untied"] * self.untied
        return options + [word for name, value in self.parameters for word in (f"--{name}", f"{value:.17g}")]


def _parameter_choices(program, sweep):
    """All combinations of the values that the command line or the problem's sweep give."""
    choices = dict(program.problem.given)
    if program.problem.folder:
        known = program.description.get("parameters", {})
        if sweep:
            choices = {**program.problem.settings().get("sweep", {}), **choices}
        if unknown := [name for name in choices if name not in known]:
            refuse(f"{program.problem.name} has no parameter '{unknown[0]}'; it has: {', '.join(known) or 'none'}")
    return [tuple(zip(choices, map(float, values))) for values in itertools.product(*choices.values())]


def _serial_versions(program):
    return ["serial", *(program.problem.settings().get("serial", []) if program.problem.folder else [])]


def _versions(program, options):
    """Those of an OpenMP program that are wanted; who uses another library has all of its own."""
    versions = program.description.get("versions", ["openmp"])
    if program.kind == "main" and program.problem.folder and (usual := program.problem.settings().get("versions")):
        versions = [version for version in versions if version in usual]
    if not options.versions or program.kind in OWN_PROGRAMS or not program.problem.folder:
        return versions
    return [version for version in versions if version in options.versions]


def _runners(program, version, options):
    """(peer, policy, numbers of threads) of one version of a program."""
    if version in _serial_versions(program):
        return [("serial", "", [1])] if "serial" in options.peers else []
    if program.kind == "mpi":
        return [("mpi", "", [1])] if "mpi" in options.peers else []
    if program.kind in OWN_PROGRAMS:
        threads = options.rank_threads if program.mpi else options.threads
        return [(program.kind, policy, threads) for policy in _policies(program, options)] if program.kind in options.peers else []
    found = []
    for peer in options.peers:
        runtime = peers.runtime_of(program.compiler, peer) if peer in peers.OPENMP else None
        if runtime and runtime.found:
            found += [(peer, policy, options.threads) for policy in (_policies(program, options) if peer == "xomp" else [""])]
    return found


def _policies(program, options):
    """Those that a program which runs on XOMP is run under: chosen ones, and the papers' systems."""
    systems = [policies.AS + name for name in dict.fromkeys([*options.systems, *program.problem.presets])]
    if program.kind in ("main", "ttg"):
        return [*options.policies, *systems]
    return ["", *systems] if program.kind == "xomp_taskflow" else [""]


def _of_version(program, version, options):
    parallel = program.kind not in OWN_PROGRAMS and version not in _serial_versions(program)
    cutoffs = [c for c in options.cutoffs if c in program.description.get("cutoffs", ["none"])] if parallel else ["none"]
    untied = [u for u in _untied(program, options) if not u or program.description.get("untied")] if parallel else [False]
    for size, parameters, cutoff, is_untied in itertools.product(_sizes(program, options), _parameter_choices(program, options.sweep), cutoffs, untied):
        for peer, policy, numbers in _runners(program, version, options):
            for threads, ranks in itertools.product(numbers, _ranks(program, options)):
                yield Case(program.problem.suite, program.problem.name, version, peer, policy, program.compiler, threads, size,
                           cutoff, is_untied, parameters, ranks, program.mpi.name if program.mpi else "")


def _sizes(program, options):
    if not program.problem.folder:
        return ["default"]
    return options.sizes or [program.problem.settings().get("size", "small")]


def _untied(program, options):
    usual = program.problem.settings().get("untied", "no") if program.problem.folder else "no"
    return UNTIED[options.untied or usual]


def _ranks(program, options):
    if not program.mpi:
        return [1]
    return options.ranks or program.problem.settings().get("ranks", [2])


def plan(programs, options):
    """[(case, program)], cases to be compared next to each other."""
    pairs = []
    for program in programs:
        for version in _versions(program, options):
            pairs += [(case, program) for case in _of_version(program, version, options)]
    problems = list(dict.fromkeys(program.problem.name for program in programs))
    return sorted(pairs, key=lambda pair: _place(pair[0], problems))


def _place(case, problems):
    size = SIZES.index(case.size) if case.size in SIZES else 0
    return (problems.index(case.problem), size, case.parameters, CUTOFFS.index(case.cutoff), case.untied, case.mpi, case.ranks, case.threads,
            case.version, case.compiler != "gcc", peers.NAMES.index(case.peer), case.policy)
