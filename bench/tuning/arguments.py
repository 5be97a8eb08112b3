"""The command line of `xomp tune`."""
import argparse
import re

from session import policies
from session.command_line import CommandLine, number, probability

DESCRIPTION = """\
Finds XOMP's fastest scheduling policy, parameters and wait policy for a program, by running it many times.

  xomp tune -- ./app input.txt
  xomp tune --budget 600 --metric 'rate: ([0-9.]+)' --maximise -- ./app
"""
EPILOG = """\
A candidate is a setting of environment variables. Variables that you have set yourself hold for every run. The program's standard input is
empty, and its output is shown only when it fails. Ctrl-C ends the search, and what is known by then is printed. Exit status: 0, also when
nothing beats the default; 1 if the program fails; 125 after a mistake, such as a program that cannot be run; 130 after Ctrl-C or SIGTERM.
"""
LEAST_BUDGET_S = 1


def _expression(text):
    try:
        expression = re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}")
    if expression.groups > 1:
        raise argparse.ArgumentTypeError(f"'{text}' has {expression.groups} groups; give one, around the number: 'rate: ([0-9.]+)'")
    return expression


def _policies(text):
    names = list(dict.fromkeys(policies.parse(text)))
    for name in names:
        if refusal := policies.refusal_of(name):
            raise argparse.ArgumentTypeError(refusal)
    return names


_policies.words = lambda: [*policies.parse("all"), "all"]


def read(words):
    at = words.index("--") if "--" in words else len(words)
    parser = CommandLine("xomp tune", takes_program=True, usage="xomp tune [OPTIONS] -- PROGRAM [ARGUMENTS...]", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--budget", dest="budget_s", type=number(LEAST_BUDGET_S), default=120, metavar="SECONDS", help="time for the whole search (default 120)")
    parser.add_argument("--metric", type=_expression, metavar="REGEX", help="compare by this number, smaller is better: the last one that the group of this expression "
                        "finds in the output (default: the time that the program takes)")
    parser.add_argument("--maximise", action="store_true", help="a larger metric is better")
    parser.add_argument("--policies", type=_policies, default="all", metavar="NAME,...", help="try only these policies, with their parameters (default all)")
    parser.add_argument("--no-wait-policy", dest="waits", action="store_false", help="try policies only, neither OMP_WAIT_POLICY nor OMP_PROC_BIND")
    parser.add_argument("--least-change", type=number(0), default=2, metavar="PERCENT", help="a candidate that gains less is no winner (default 2)")
    parser.add_argument("--alpha", type=probability, default=0.05, metavar="P", help="greatest probability that the winner won by chance (default 0.05)")
    parser.add_argument("--from-trace", metavar="FILE", help="what xomp trace wrote of this program, its page or --raw's recording: the search starts from "
                        "what it found (default: the program is run once with the recorder)")
    parser.add_argument("--no-trace", dest="trace", action="store_false", help="do without that")
    options = parser.parse_args(words[:at])
    options.program = words[at + 1:]
    if not options.program:
        parser.error("which program? (xomp tune [OPTIONS] -- PROGRAM [ARGUMENTS...])")
    if options.maximise and not options.metric:
        parser.error("--maximise needs --metric")
    if options.from_trace and not options.trace:
        parser.error("--from-trace and --no-trace exclude each other")
    return options
