"""The command line of `xomp tune`."""
import argparse

DESCRIPTION = """\
Finds XOMP's scheduling policy, its parameters and the wait policy for a program, by running it many times.

  xomp tune -- ./app input.txt
  xomp tune --budget 600 --metric 'rate: ([0-9.]+)' --maximise -- ./app
"""
EPILOG = """\
Each candidate is a setting of environment variables that you have not set yourself; yours hold for every run. The program's
standard input is empty, its output is only shown when it fails. Exit status: 0, also when nothing beats the default; 1 if the program fails; 130
after Ctrl-C.
"""
LEAST_BUDGET_S = 1


class Usage(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"xomp tune: error: {message} (xomp tune --help tells more)\n")


def _positive(text):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not number >= LEAST_BUDGET_S:
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed: seconds, from {LEAST_BUDGET_S}")
    return number


def read(words):
    at = words.index("--") if "--" in words else len(words)
    parser = Usage(prog="xomp tune", usage="xomp tune [OPTIONS] -- PROGRAM [ARGUMENTS...]", description=DESCRIPTION, epilog=EPILOG,
                   formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", dest="budget_s", type=_positive, default=120, metavar="SECONDS", help="for the whole search (default 120)")
    parser.add_argument("--metric", metavar="REGEX", help="what is to become small: the last number that the group of this expression finds "
                        "in the output; default: the time that the program takes")
    parser.add_argument("--maximise", action="store_true", help="the metric is to become large")
    parser.add_argument("--policies", default="all", metavar="NAME,...", help="only these, with their parameters (default all)")
    parser.add_argument("--no-wait-policy", dest="waits", action="store_false", help="policies only: neither OMP_WAIT_POLICY nor OMP_PROC_BIND")
    parser.add_argument("--least-change", type=float, default=2, metavar="PERCENT", help="what gains less is no winner (default 2)")
    parser.add_argument("--alpha", type=float, default=0.05, metavar="P", help="most probability that the winner won by chance (default 0.05)")
    options = parser.parse_args(words[:at])
    options.program = words[at + 1:]
    if not options.program:
        parser.error("which program? (xomp tune [OPTIONS] -- PROGRAM [ARGUMENTS...])")
    if options.maximise and not options.metric:
        parser.error("--maximise is for a --metric")
    return options
