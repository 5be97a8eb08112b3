"""The command: collect, build, run, report."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import sys
import threading
import zlib

from . import building, cases, directives, expected_failures, running, target

EXPECTED_FAILURES = {"own": cases.HERE / "peer_failures.txt", "xomp": cases.HERE / "known_failures.txt"}
WITHOUT_CONSTRAINT = cases.HERE / "without_constraint.txt"


def _add_compilers(parser):
    for name in ("gcc", "clang", "gfortran", "flang"):
        parser.add_argument(f"--{name}", metavar="VERSION", help="this one, and only compilers that are named so")
    parser.add_argument("--programs", metavar="FOLDER", help="where the built programs are kept; default: conformance/ in the build")
    parser.add_argument("--results", metavar="FILE", help="what each case gave, as JSON")


def _versions(options):
    named = {name: getattr(options, name) for name in ("gcc", "clang", "gfortran", "flang")}
    return {name: version for name, version in named.items() if version}


def parse(argv):
    parser = argparse.ArgumentParser(prog="tests/conformance/run", description="Runs the conformance programs.")
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="part of a case's name, or a pattern")
    parser.add_argument("--runtime", choices=["xomp", "own"], default="xomp", help="own: the compiler's runtime")
    parser.add_argument("--target", choices=sorted(target.TARGETS), default="native", help="another processor: under qemu-user; musl: another C library")
    _add_compilers(parser)
    parser.add_argument("--policy", help="sets XOMP_SCHEDULE_POLICY")
    parser.add_argument("--as", dest="system", metavar="NAME",
                        help="sets XOMP_AS: a system of a paper; each: one or another of them for each case")
    parser.add_argument("--except", dest="left_out", action="append", default=[], metavar="PART",
                        help="leaves out the cases whose name holds this")
    parser.add_argument("--tool", help="sets OMP_TOOL_LIBRARIES: an OMPT tool that watches every program")
    parser.add_argument("--suite", action="append", choices=sorted(cases.SUITES), help="default: conformance")
    parser.add_argument("--compiler", choices=["gcc", "clang"], help="only this one")
    parser.add_argument("--threads", type=lambda t: [int(n) for n in t.split(",")], help="only these, e.g. 1,8")
    parser.add_argument("--usual-threads", type=lambda t: [int(n) for n in t.split(",")],
                        help="for programs that name no numbers of threads, instead of 1,2,3,8")
    parser.add_argument("--jobs", "-j", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=1, help="run every case so often; it fails if one run fails")
    parser.add_argument("--time-scale", type=float, default=1.0, help="multiplies the time limits")
    parser.add_argument("--list", action="store_true", help="only print the names")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--run-expected", action="store_true", help="run the listed known failures too")
    parser.add_argument("--verbose", "-v", action="store_true")
    return parser.parse_args(argv)


class Report:
    """Counts results and prints those that a person wants to see; called from all running threads."""

    def __init__(self, verbose):
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self.verbose = verbose
        self.failed_names = []
        self.results = {}
        self.lock = threading.Lock()

    def add(self, outcome, case, text=""):
        with self.lock:
            self.counts[outcome] += 1
            self.results[case.name] = {"outcome": outcome, "text": text}
            if outcome == "failed":
                self.failed_names.append(case.name)
            if outcome == "failed" or self.verbose:
                print(f"{outcome}: {case.name}" + (f": {text}" if text else ""), flush=True)

    def close(self):
        if len(self.failed_names) > 5:
            print("failed:\n  " + "\n  ".join(sorted(self.failed_names)))
        print(", ".join(f"{n} {outcome}" for outcome, n in self.counts.items()))
        return 1 if self.counts["failed"] or not self.counts["passed"] else 0


def _system_of(case, options):
    """The system of a paper that the case runs as, or None. With `--as each` it depends on the case's name only."""
    if options.system != "each":
        return options.system
    names = running.systems()
    return names[zlib.crc32(case.name.encode()) % len(names)]


def _skip_reason(case, options, listed, need_constraint):
    if case.skipped:
        return case.skipped
    if options.runtime not in case.directives.runtimes:
        return f"not for --runtime {options.runtime}"
    if running.has_no_constraint(options.policy, _system_of(case, options)):
        listed = listed + need_constraint
    return None if options.run_expected else expected_failures.reason_for(case.name, listed)


def _run_case(case, options, report):
    if case.build.error:
        report.add("failed", case, case.build.error)
        return
    env = running.environment(options.runtime, options.policy, _system_of(case, options), options.tool)
    for _ in range(options.repeat):
        result = running.run(case, env, options.time_scale)
        if not result.passed:
            report.add("failed", case, result.why)
            return
    report.add("passed", case, f"{result.seconds:.2f} s")


def _run_all(chosen, options, report):
    listed = expected_failures.read(EXPECTED_FAILURES[options.runtime])
    listed += expected_failures.read(target.chosen.failures) if target.chosen.failures else []
    need_constraint = expected_failures.read(WITHOUT_CONSTRAINT)
    reasons = [(case, _skip_reason(case, options, listed, need_constraint)) for case in chosen]
    for case, reason in reasons:
        if reason:
            report.add("skipped", case, reason)
    wanted = [case for case, reason in reasons if not reason]
    place = pathlib.Path(options.programs or target.build_folder() / "conformance")
    builds = {id(case.build): case.build for case in wanted}
    building.make_all(list(builds.values()), place, options.jobs, dict(os.environ))
    if options.build_only:
        for build in builds.values():
            if build.error:
                print(build.error)
        return
    if options.runtime == "xomp" and not running.library().exists():
        sys.exit(f"{running.library()} is not there: build first (make build)")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(_run_case, case, options, report) for case in wanted]:
            future.result()


def main(argv=None):
    options = parse(argv)
    target.choose(options.target, _versions(options))
    if options.usual_threads:
        directives.usual_threads = options.usual_threads
    try:
        chosen = cases.collect(options.suite or ["conformance"], options.filters, options.compiler, options.threads)
        chosen = [case for case in chosen if not any(part in case.name for part in options.left_out)]
    except directives.WrongDirective as wrong:
        sys.exit(str(wrong))
    if options.list:
        print("\n".join(case.name for case in chosen))
        return 0
    report = Report(options.verbose)
    _run_all(chosen, options, report)
    if options.results:
        pathlib.Path(options.results).write_text(json.dumps(report.results, indent=1))
    return report.close()
