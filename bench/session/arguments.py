"""The command line of `xomp bench`."""
import argparse

from measure import compilers
from session import cases, machine, peers, policies, problems

DESCRIPTION = """\
Runs programs with tasks on every OpenMP runtime of this machine and on XOMP: the same binary on each, interleaved, results checked.

  xomp bench --quick                           what a newcomer runs: three minutes
  xomp bench fib nqueens --threads 1,2,4       two problems
  xomp bench tasks --size medium --runs 9      a suite
  xomp bench fib --policies all                XOMP's scheduling policies against each other
  xomp bench cholesky:tile=64/128              a parameter at chosen values
  xomp bench --compare before.jsonl after.jsonl
"""
EPILOG = """\
The results are in DIR/results.jsonl, a line of JSON for each run. After Ctrl-C the same command goes on where it was.
Exit status: 0; 1 if a case failed, or --compare found a regression; 2 after a mistake on the command line; 130 after Ctrl-C.
"""


class Usage(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"xomp bench: error: {message} (xomp bench --help tells more)\n")


def _words(allowed=None, what=""):
    def read(text):
        words = list(dict.fromkeys(word for word in text.split(",") if word))
        if allowed and words == ["all"]:
            return list(allowed)
        for word in words:
            if allowed and word not in allowed:
                raise argparse.ArgumentTypeError(f"'{word}' is no {what}; allowed: {', '.join(allowed)}")
        if not words:
            raise argparse.ArgumentTypeError(f"names no {what}")
        return words
    return read


def _counts(text):
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = [0]
    if min(numbers) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed: numbers from 1, separated by commas")
    return list(dict.fromkeys(numbers))


def _number(least, kind=float):
    def read(text):
        try:
            number = kind(text)
        except ValueError:
            number = least - 1
        if not number >= least:
            raise argparse.ArgumentTypeError(f"'{text}' is not allowed: a number from {least}")
        return number
    return read


def _policies(text):
    names = policies.parse(text)
    for name in names:
        if refusal := policies.refusal_of(name):
            raise argparse.ArgumentTypeError(refusal)
    return names


def _add_choice_of_cases(parser):
    group = parser.add_argument_group("what is run")
    group.add_argument("names", nargs="*", metavar="NAME", help="problems, PROBLEM:PARAMETER=VALUE/VALUE,..., or suites "
                       f"({', '.join(problems.SUITES)}); default: all suites but constructs")
    group.add_argument("--size", dest="sizes", type=_words(cases.SIZES, "size"), default=["small"], metavar="NAME,...",
                       help=f"{', '.join(cases.SIZES)} (default small: 0.1 to 0.3 s of serial time)")
    group.add_argument("--threads", type=_counts, default=sorted({1, machine.processors()}), metavar="N,...",
                       help="default %(default)s: one, and as many as there are processors")
    group.add_argument("--peers", type=_words(peers.NAMES, "peer"), default=list(peers.DEFAULT), metavar="NAME,...",
                       help=f"{', '.join(peers.NAMES)} (default: all that are here)")
    group.add_argument("--policies", type=_policies, default=["auto"], metavar="NAME,...",
                       help="XOMP's, with parameters if wanted (na-ws:victims=4), or all; default auto; `xomp info --policies` lists them")
    group.add_argument("--compilers", type=_words(tuple(compilers.COMMANDS), "compiler"), default=list(compilers.COMMANDS),
                       metavar="NAME,...", help="gcc, clang (default: both)")
    group.add_argument("--cutoffs", type=_words(cases.CUTOFFS, "cut-off"), default=["none"], metavar="NAME,...",
                       help=f"{', '.join(cases.CUTOFFS)}, or all; default none: every call makes its tasks")
    group.add_argument("--versions", type=_words(), metavar="NAME,...",
                       help="of the OpenMP and serial programs: tasks, loops, serial, ... (a program's --help names them; default all)")
    group.add_argument("--untied", choices=("no", "yes", "both"), default="no", help="untied tasks where the problem has them (default no)")
    group.add_argument("--no-sweep", dest="sweep", action="store_false", help="each parameter at one value, also where the problem has a series")
    group.add_argument("--input", metavar="FILE", help="for problems that read one (an edge list) instead of making their input")


def _add_choice_of_runs(parser):
    group = parser.add_argument_group("how it is run")
    group.add_argument("--runs", type=_number(1, int), default=5, metavar="N", help="processes for each case (default 5)")
    group.add_argument("--warm-up", type=_number(0, int), default=1, metavar="N", help="runs before the one that counts, in each process (default 1)")
    group.add_argument("--at-least", dest="at_least_s", type=_number(0), default=0.02, metavar="SECONDS",
                       help="a shorter run is repeated in the process (default 0.02)")
    group.add_argument("--timeout", dest="timeout_s", type=_number(0.1), default=60, metavar="SECONDS", help="of each process (default 60)")
    group.add_argument("--tries", type=_number(1, int), default=3, metavar="N",
                       help="of a run that others' programs disturb by more than a tenth of the processors (default 3)")
    group.add_argument("--budget", dest="budget_s", type=_number(1), metavar="SECONDS",
                       help="no run begins that would not end in time; fewer runs then, and problems at the end of the list left out")
    group.add_argument("--quick", action="store_true", help="ends within three minutes on two processors: a selection, small, two threads")


def _add_other(parser):
    group = parser.add_argument_group("results and the rest")
    group.add_argument("--out", default="xomp-bench", metavar="DIR", help="where the results go (default ./xomp-bench)")
    group.add_argument("--no-resume", dest="resume", action="store_false", help="begin anew although DIR holds an unfinished run of this plan")
    group.add_argument("--no-report", dest="report", action="store_false", help="no HTML page")
    group.add_argument("--list", action="store_true", help="the problems, peers and compilers, and which of them are here")
    group.add_argument("--install", action="store_true", help="install libiomp5 and scipy from PyPI into a virtual environment of XOMP's, and end")
    group.add_argument("--compare", nargs=2, metavar=("BEFORE", "AFTER"), help="two results files: what became slower or faster, by a test")
    group.add_argument("--least-change", type=_number(0), default=2, metavar="PERCENT", help="--compare: smaller changes are none (default 2)")
    group.add_argument("--alpha", type=_number(0), default=0.05, metavar="P",
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
    parser = Usage(prog="xomp bench", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    _add_choice_of_cases(parser)
    _add_choice_of_runs(parser)
    _add_other(parser)
    parser.set_defaults(end_s=None)  # when the whole command must have ended, report included
    options = parser.parse_args(words)
    options.own_compilers = options.compilers  # of the programs that use no OpenMP
    if options.quick:
        parser.set_defaults(**_quick_defaults())
        options = parser.parse_args(words)
        options.own_compilers = [name for name in options.compilers if compilers.is_there(name)][:1]
    options.untied = {"no": [False], "yes": [True], "both": [False, True]}[options.untied]
    return options
