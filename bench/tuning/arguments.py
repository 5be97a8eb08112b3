"""The command line of `xomp tune`."""
import argparse

DESCRIPTION = """\
Finds XOMP's fastest scheduling policy, parameters and wait policy for a program, by running it many times.

  xomp tune -- ./app input.txt
  xomp tune --budget 600 --metric 'rate: ([0-9.]+)' --maximise -- ./app
"""
EPILOG = """\
A candidate is a setting of environment variables. Variables that you have set yourself hold for every run. The program's standard input is
empty, and its output is shown only when it fails. Exit status: 0, also when nothing beats the default; 1 if the program fails; 125 after a
mistake on the command line; 130 after Ctrl-C.
"""
LEAST_BUDGET_S = 1


class Usage(argparse.ArgumentParser):
    def error(self, message):
        self.exit(125, f"xomp tune: error: {message} (see xomp tune --help)\n")


def _positive(text):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not number >= LEAST_BUDGET_S:
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed; give seconds, at least {LEAST_BUDGET_S}")
    return number


def read(words):
    at = words.index("--") if "--" in words else len(words)
    parser = Usage(prog="xomp tune", usage="xomp tune [OPTIONS] -- PROGRAM [ARGUMENTS...]", description=DESCRIPTION, epilog=EPILOG,
                   formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", dest="budget_s", type=_positive, default=120, metavar="SECONDS", help="time for the whole search (default 120)")
    parser.add_argument("--metric", metavar="REGEX", help="compare by this number, smaller is better: the last one that the group of this expression "
                        "finds in the output (default: the time that the program takes)")
    parser.add_argument("--maximise", action="store_true", help="a larger metric is better")
    parser.add_argument("--policies", default="all", metavar="NAME,...", help="try only these policies, with their parameters (default all)")
    parser.add_argument("--no-wait-policy", dest="waits", action="store_false", help="try policies only, neither OMP_WAIT_POLICY nor OMP_PROC_BIND")
    parser.add_argument("--least-change", type=float, default=2, metavar="PERCENT", help="a candidate that gains less is no winner (default 2)")
    parser.add_argument("--alpha", type=float, default=0.05, metavar="P", help="greatest probability that the winner won by chance (default 0.05)")
    options = parser.parse_args(words[:at])
    options.program = words[at + 1:]
    if not options.program:
        parser.error("which program? (xomp tune [OPTIONS] -- PROGRAM [ARGUMENTS...])")
    if options.maximise and not options.metric:
        parser.error("--maximise needs --metric")
    return options
