"""The command line of `xomp bench`."""
import argparse

from measure import compilers, mpis, runtimes
from session import allocators, cases, libraries, machine, papers, peers, policies, problems
from session.command_line import CommandLine, number, probability

DESCRIPTION = """\
Runs programs with tasks on every OpenMP runtime of this machine and on XOMP. Each runs the same binary, they take turns, and every result is checked.

  xomp bench --quick                           a first look, in three minutes
  xomp bench fib nqueens --threads 1,2,4       two problems
  xomp bench tasks --size medium --runs 9      a suite
  xomp bench fib --policies all                XOMP's scheduling policies against each other
  xomp bench cholesky:tile=64/128              a parameter at chosen values
  xomp bench ranks --mpi all                   programs of several processes, beside plain MPI
  xomp bench public --with libfork=DIR         the public table of task runtimes, with an OpenMP column
  xomp bench paper-ompi                        a paper's experiments, as its system and beside the others
  xomp bench --compare before.jsonl after.jsonl
"""
EPILOG = """\
DIR/results.jsonl holds the results, one line of JSON for each run. After Ctrl-C the same command goes on where it stopped.
Exit status: 0 if all is well, also where runs were disturbed; 1 if a case failed, or --compare found a regression; 125 after a mistake on the command line; 130 after Ctrl-C.
"""


def _words(allowed=None, what=""):
    def read(text):
        words = list(dict.fromkeys(word for word in text.split(",") if word))
        if allowed and words == ["all"]:
            return list(allowed)
        for word in words:
            if allowed and word not in allowed:
                raise argparse.ArgumentTypeError(f"'{word}' is no {what}; allowed: {', '.join(allowed)}")
        if not words:
            raise argparse.ArgumentTypeError(f"this names no {what}")
        return words
    read.words = (*allowed, "all") if allowed else ()  # for completion
    return read


def _counts_from(least):
    def read(text):
        try:
            numbers = [int(word) for word in text.split(",")]
        except ValueError:
            numbers = [least - 1]
        if min(numbers) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not allowed; give numbers from {least}, separated by commas")
        return list(dict.fromkeys(numbers))
    return read


_counts = _counts_from(1)


def _mpis(text):
    """"all": those that are here. One that is named and is not here is a mistake."""
    if text == "all":
        return list(mpis.versions())
    names = _words(mpis.NAMES, "MPI")(text)
    for name in names:
        if not mpis.find(name):
            raise argparse.ArgumentTypeError(f"{mpis.TITLES[name]} was not found (mpicxx.{name} or mpicxx, and its mpirun, in PATH); "
                                             f"to install: {mpis.INSTALL[name]}")
    return names


def _setting(text):
    name, equals, value = text.partition("=")
    if not equals or not name.replace("_", "").isalnum():
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed; give NAME=VALUE")
    return name, value


def _runtime(name, folder):
    """(name, file) of an OpenMP runtime that is measured in place of the compiler's own."""
    if not (found := runtimes.file_in(name, folder)):
        raise argparse.ArgumentTypeError(f"'{folder}' is neither a library nor a folder with {runtimes.FILES[name]}")
    if refusal := runtimes.refusal_of(found):
        raise argparse.ArgumentTypeError(f"'{found}' cannot be loaded on this machine: {refusal}")
    return name, found


def _library(text):
    """(name, folder of the headers) of NAME=DIR; of a runtime, its file."""
    name, equals, folder = text.partition("=")
    if name in runtimes.FILES and folder:
        return _runtime(name, folder)
    if name not in libraries.WITH:
        allowed = ", ".join([*libraries.WITH, *runtimes.FILES])
        raise argparse.ArgumentTypeError(f"'{name}' is no library that has headers to be found; allowed: {allowed}")
    if not equals or not folder:
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed; give {name}=DIR")
    if not (found := libraries.folder_of_headers(name, folder)):
        headers = " or ".join(libraries.LIBRARIES[name].headers)
        raise argparse.ArgumentTypeError(f"'{folder}' has no {headers}, nor has a folder {', '.join(libraries.WITHIN[1:])} in it")
    return name, found


def _allocator(text):
    try:
        return allocators.resolve(text)
    except ValueError as refusal:
        raise argparse.ArgumentTypeError(str(refusal))


def _policies(text):
    names = policies.parse(text)
    for name in names:
        if refusal := policies.refusal_of(name):
            raise argparse.ArgumentTypeError(refusal)
    return names


_policies.words = lambda: [*policies.parse("all"), "all"]


def _systems(text):
    return _words(policies.all_presets(), "system of a paper")(text)


_systems.words = lambda: [*policies.all_presets(), "all"]
_mpis.words = (*mpis.NAMES, "all")
_allocator.words = allocators.NAMES


def _names():
    """What may stand as NAME."""
    return [*problems.SUITES, papers.SUITE, *papers.PAPERS, *(problem.name for problem in problems.all_problems())]


def _add_policies_and_libraries(group):
    group.add_argument("--policies", type=_policies, default=["auto"], metavar="NAME,...",
                       help="XOMP's scheduling policies, with parameters if you like (na-ws:victims=4), or all (default auto); `xomp info --policies` lists them")
    group.add_argument("--as", dest="systems", type=_systems, default=[], metavar="NAME,...",
                       help="systems of the papers, beside --policies, or all; `xomp info --as` lists them")
    group.add_argument("--with", dest="libraries", type=_library, action="append", default=[], metavar="NAME=DIR",
                       help=f"where the headers of {', '.join(libraries.WITH)} are: a clone's root or the folder of the headers. Or "
                            f"{' or '.join(runtimes.FILES)} in place of the compiler's own: the library or its folder. May be given several times")


def _add_choice_of_cases(parser):
    group = parser.add_argument_group("what is run")
    names = group.add_argument("names", nargs="*", metavar="NAME", help="problems, PROBLEM:PARAMETER=VALUE/VALUE,..., or suites "
                       f"({', '.join(problems.SUITES)}); papers, or one paper's experiments "
                       f"({', '.join(papers.PAPERS)}); default: all suites but {', '.join(problems.ONLY_BY_NAME)}")
    names.words = _names
    group.add_argument("--size", dest="sizes", type=_words(cases.SIZES, "size"), metavar="NAME,...",
                       help=f"{', '.join(cases.SIZES)} (default small: 0.1 to 0.3 s of serial time; of the suite public large)")
    group.add_argument("--threads", type=_counts, metavar="N,...",
                       help="numbers of threads (default: one, and the number of processors; of each process of the suite ranks: one)")
    group.add_argument("--ranks", type=_counts_from(2), metavar="N,...", help="suite ranks: numbers of processes (default 2; fences and broadcasts also 4)")
    group.add_argument("--mpi", dest="mpis", type=_mpis, metavar="NAME,...",
                       help=f"suite ranks: {', '.join(mpis.NAMES)}, or all that this machine has (default: the one that mpicxx compiles for)")
    group.add_argument("--peers", type=_words(peers.NAMES, "peer"), default=list(peers.DEFAULT), metavar="NAME,...",
                       help=f"{', '.join(peers.NAMES)} (default: all that this machine has)")
    _add_policies_and_libraries(group)
    group.add_argument("--compilers", type=_words(tuple(compilers.COMMANDS), "compiler"), default=list(compilers.COMMANDS),
                       metavar="NAME,...", help="gcc, clang (default: both)")
    group.add_argument("--cutoffs", type=_words(cases.CUTOFFS, "cut-off"), default=["none"], metavar="NAME,...",
                       help=f"{', '.join(cases.CUTOFFS)}, or all: where recursive programs stop making tasks (default none: every call makes tasks)")
    group.add_argument("--versions", type=_words(), metavar="NAME,...",
                       help="versions of the OpenMP and serial programs: tasks, loops, serial, ... (default all; a program's --help names them)")
    group.add_argument("--untied", choices=tuple(cases.UNTIED), help="use untied tasks where the problem has them (default no; of the suite public both)")
    group.add_argument("--no-sweep", dest="sweep", action="store_false", help="give each parameter one value, also where the problem has a series of values")
    group.add_argument("--input", metavar="FILE", help="input for problems that can read one, such as an edge list")


def _add_choice_of_runs(parser):
    group = parser.add_argument_group("how it is run")
    group.add_argument("--runs", type=number(1, int), metavar="N", help="times that each case is run, in new processes (default 5; with the suite ranks 7)")
    group.add_argument("--environment", type=_setting, action="append", default=[], metavar="NAME=VALUE",
                       help="a variable for the programs of all OpenMP runtimes, such as OMP_WAIT_POLICY=passive; may be given several times")
    group.add_argument("--allocator", type=_allocator, metavar="NAME",
                       help=f"under all programs: {', '.join(allocators.NAMES)}, or a library's file (default system; of the suite public tcmalloc where it is)")
    group.add_argument("--warm-up", type=number(0, int), default=1, metavar="N", help="unmeasured runs before the measured one, in each process (default 1)")
    group.add_argument("--at-least", dest="at_least_s", type=number(0), default=0.02, metavar="SECONDS",
                       help="repeat a run that is shorter than this, in its process (default 0.02)")
    group.add_argument("--timeout", dest="timeout_s", type=number(0.1), default=60, metavar="SECONDS", help="time limit of each process (default 60)")
    group.add_argument("--tries", type=number(1, int), default=3, metavar="N",
                       help="attempts at a run during which other programs used more than a tenth of the processors (default 3)")
    group.add_argument("--budget", dest="budget_s", type=number(1), metavar="SECONDS",
                       help="time for everything: no run begins that would not end in time, so there are fewer runs, and the last problems may be left out")
    group.add_argument("--quick", action="store_true", help="a selection of problems, small, with two threads; ends within three minutes on two processors")


def _add_other(parser):
    group = parser.add_argument_group("results and the rest")
    group.add_argument("--out", default="xomp-bench", metavar="DIR", help="folder for the results (default ./xomp-bench)")
    group.add_argument("--no-resume", dest="resume", action="store_false", help="begin anew, even if DIR holds unfinished results of the same command")
    group.add_argument("--no-report", dest="report", action="store_false", help="write no HTML page")
    group.add_argument("--list", action="store_true", help="list the problems, peers and compilers, and which of them this machine has")
    group.add_argument("--install", action="store_true", help="install libiomp5 and scipy from PyPI into a virtual environment of XOMP's, and end")
    group.add_argument("--compare", nargs=2, metavar=("BEFORE", "AFTER"), help="compare two results files by a statistical test: what became slower, what faster")
    group.add_argument("--least-change", type=number(0), default=2, metavar="PERCENT", help="--compare: ignore smaller changes (default 2)")
    group.add_argument("--alpha", type=probability, default=0.05, metavar="P",
                       help="--compare: probability of a false alarm, over all cases together (default 0.05)")


# --quick changes the defaults to these; what is named on the command line holds nevertheless.
QUICK = {
    "sizes": ["small"], "versions": ["serial", "tasks"], "sweep": False, "tries": 1, "timeout_s": 5, "budget_s": 145, "end_s": 175,
    "peers": [peer for peer in peers.NAMES if peer not in ("threads", "native")],
}
# The most telling first: what there is no time for is left out.
QUICK_PROBLEMS = ("fib", "nqueens", "multisort", "sparselu", "cholesky", "health", "metg", "strassen", "fft", "bfs", "alignment",
                  "floorplan", "uts", "knapsack", "task_length")
QUICK_THREADS = 2


def _quick_defaults():
    known = {problem.name for problem in problems.all_problems()}
    return QUICK | {"names": [name for name in QUICK_PROBLEMS if name in known], "threads": [min(QUICK_THREADS, machine.processors())]}


def read(words):
    parser = CommandLine("xomp bench", description=DESCRIPTION, epilog=EPILOG)
    _add_choice_of_cases(parser)
    _add_choice_of_runs(parser)
    _add_other(parser)
    parser.set_defaults(end_s=None)  # when the whole command must have ended, report included
    options = parser.parse_args(words)
    options.rank_threads = options.threads or [1]  # of each process
    options.own_compilers = options.compilers  # of the programs that use no OpenMP
    if options.quick:
        parser.set_defaults(**_quick_defaults())
        rank_threads = options.rank_threads
        options = parser.parse_args(words)
        options.rank_threads = rank_threads
        options.own_compilers = [name for name in options.compilers if compilers.is_there(name)][:1]
    options.threads = options.threads or sorted({1, machine.processors()})
    options.mpis = mpis.usual() if options.mpis is None else options.mpis
    return options
