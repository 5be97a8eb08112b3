"""What the command lines of `xomp bench` and `xomp tune` share: the exit status of a mistake, --version, numbers within their limits, and
--describe, from which `xomp completion` and `xomp manual` know the options."""
import argparse
import json
import math
import os
import sys

from measure import places

MISTAKE = 125  # exit status, as the command `xomp` has it
PATHS = {"FILE": "file", "BEFORE": "file", "DIR": "directory"}  # by the name of a value: what a shell may complete it by


class CommandLine(argparse.ArgumentParser):
    def __init__(self, program, takes_program=False, **options):
        self.takes_program = takes_program  # with its arguments, behind "--"
        super().__init__(prog=program, formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        version = os.environ.get("XOMP_BENCH_VERSION_TEXT") or places.version()
        self.add_argument("--version", action="version", version=f"xomp {version}", help="print the version, the commit and the compiler")
        self.add_argument("--describe", action=_Describe, nargs=0, help=argparse.SUPPRESS)

    def _print_message(self, message, file=None):
        """argparse's own passes over a message that cannot be written."""
        (file or sys.stderr).write(message)

    def error(self, message):
        self.exit(MISTAKE, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


class _Describe(argparse.Action):
    """Prints the options as JSON: what `xomp completion` and `xomp manual` read."""

    def __call__(self, parser, *_):
        actions = parser._actions  # noqa: SLF001: argparse has no other way
        options = [_described(action) for action in actions if action.help != argparse.SUPPRESS]
        more = "\n\n".join(text.strip("\n") for text in (parser.description, parser.epilog) if text)
        print(json.dumps({"takes_program": parser.takes_program, "options": options, "more": more}))
        parser.exit()


def _described(action):
    value = action.metavar[0] if isinstance(action.metavar, tuple) else action.metavar or ""
    words = action.choices or getattr(action, "words", None) or getattr(action.type, "words", ())
    return {"names": action.option_strings, "help": " ".join((action.help or "").split()).replace("%%", "%"), "value": value,
            "values": action.nargs if isinstance(action.nargs, int) else 1,
            "words": list(words() if callable(words) else words),
            "kind": PATHS.get(value, ""), "list": value.endswith(",...")}


def number(least, kind=float):
    """Reads a number from `least` on."""
    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not (value >= least and math.isfinite(value)):
            raise argparse.ArgumentTypeError(f"'{text}' is not allowed; give a {'whole ' if kind is int else ''}number from {least}")
        return value
    return read


def probability(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no probability; give a number above 0 and below 1")
    return value


def run(main, words, name):
    """Ends this process with what main(words) returns, or with a sentence where a file or the output cannot be written."""
    status = MISTAKE
    try:
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"xomp {name}: error: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left when it ends
        status = MISTAKE
    sys.exit(status)
