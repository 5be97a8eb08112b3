#!/usr/bin/env python3
"""Writes the report of a results file of `xomp bench`: one HTML file that needs no network."""
import argparse
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from report import interpreter  # noqa: E402


def options():
    parser = argparse.ArgumentParser(prog="bench/report", description=__doc__)
    parser.add_argument("results", metavar="FILE.jsonl", help="what `xomp bench` recorded")
    parser.add_argument("--out", metavar="DIR", help="folder of report.html (default: that of FILE.jsonl)")
    parser.add_argument("--document", metavar="DIR", help="instead print the section of bench/results/programs.md and put its pictures into DIR")
    parser.add_argument("--tables", action="store_true", help="instead print only that section's tables of times")
    parser.add_argument("--searches", action="store_true", help="instead print the table of bench/results/searches.md")
    return parser.parse_args()


def main():
    arguments = options()
    if not interpreter.has_libraries():
        os.execv(python := interpreter.with_libraries(), [python, *sys.argv])
    if arguments.document:
        from report import document
        print(document.section(arguments.results, pathlib.Path(arguments.document)))
        return
    if arguments.tables:
        from report import document
        print(document.only_tables(arguments.results))
        return
    if arguments.searches:
        from report import searches
        print(searches.section(arguments.results))
        return
    from report import page
    print(page.write(arguments.results, arguments.out or pathlib.Path(arguments.results).parent))


try:
    main()
except RuntimeError as problem:
    sys.exit(f"bench/report: {problem}")
