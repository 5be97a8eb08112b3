"""`xomp bench`, from the command line to the last line."""
import signal
import sys

from measure import compilers, mpis, places, pypi, runtimes
from session import allocators, arguments, cases, comparison, libraries, machine, peers, problems, programs, results, runs, summary
from session.budget import Budget
from session.command_line import MISTAKE
from session.measuring import Measuring
from session.progress import Estimate, Progress

USUAL_RUNS, USUAL_RUNS_OF_RANKS = 5, 7
MANY_RUNS = 500  # then shorter ways are worth a word
INSTALLED = ["intel-openmp", "scipy"]


def list_everything():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head`
    for problem in problems.all_problems():
        kinds = ", ".join(kind for kind in problem.kinds() if kind != "main") if problem.folder else ""
        print(f"{problem.suite:<11} {problem.name:<18} {problem.summary()}" + (f" (also: {kinds})" if kinds else ""))
    print()
    for name, found in peers.description().items():
        print(f"{name:<11} {found['version']:<18} {found['path']}")
    for record in peers.skipped(peers.NAMES, list(compilers.COMMANDS)):
        print(f"{record['peer']:<11} {record['reason']}; to install: {record['install']}")
    for name in compilers.COMMANDS:
        there = f"{compilers.version_of(name):<18} {compilers.command_of(name)}"
        print(f"{name:<11} {there if compilers.is_there(name) else f'not found; to install: {compilers.INSTALL[name]}'}")
    for name in mpis.NAMES:
        mpi = mpis.find(name)
        there = f"{mpi.version:<18} {mpi.compiler}, {mpi.launcher}" if mpi else f"not found; to install: {mpis.INSTALL[name]}"
        print(f"{name:<11} {there}")
    return 0


def build(chosen, options, budget):
    progress = Progress(0, 0, Estimate(), budget)
    kinds = [peer for peer in options.peers if peer in problems.OWN_PROGRAMS]
    wanted = programs.wanted(chosen, kinds, options)
    built, missing = programs.build_all(wanted, budget.build_s(), progress.building)
    progress.close()
    return built, missing


def skipped_records(missing, options, has_openmp):
    records = peers.skipped(options.peers, options.compilers) if has_openmp else []
    for m in missing:
        records.append({"kind": "skipped", "peer": "" if m.kind == "main" else m.kind, "program": m.name, "reason": m.reason, "install": m.install})
    return records


def tell_skipped(records):
    """A line for each reason."""
    names = {}
    for record in records:
        names.setdefault((record["reason"], record["install"]), []).append(record.get("program") or record["peer"])
    for (reason, install), skipped in names.items():
        print(f"skipped: {', '.join(skipped)}: {reason}.{f' To install: {install}' if install else ''}", file=sys.stderr)


def write_report(path, most_s):
    """The HTML page, by the package bench/report."""
    try:
        import report  # noqa: PLC0415: not there while the results are only wanted as lines
    except ImportError:
        return
    try:
        print(f"report: {report.write(path, path.parent, most_s)}")
    except RuntimeError as failure:
        print(f"no report: {str(failure).splitlines()[-1]}", file=sys.stderr)


def allocators_of(plan, options):
    """Their names; there are two where suites with and without one of their own are run together."""
    paths = {allocators.of_suite(options.allocator, suite) for suite in {case.suite for case, _ in plan}}
    return ", ".join(sorted(allocators.name_of(path) for path in paths))


def begin(plan, skipped, options, command):
    """The results' file with its first lines."""
    mark = results.plan_mark([case for case, _ in plan], machine.library_digest(), options)
    kept = results.Results(options.out, mark, options.runs, options.resume)
    if kept.aside:
        print(f"earlier results are kept in {kept.aside}", file=sys.stderr)
    if kept.resumed:
        print(f"going on with the results in {kept.path}", file=sys.stderr)
    hint = "; --quick takes three minutes, --budget SECONDS sets any time" if len(plan) * options.runs > MANY_RUNS else ""
    print(f"{len(plan)} cases, {options.runs} runs of each{'' if options.budget_s else hint}", file=sys.stderr)
    kept.add(machine.record(command, mark, allocators_of(plan, options), any(case.mpi for case, _ in plan)))
    for record in skipped:
        kept.add(record)
    return kept


def run_all(plan, kept, options, budget):
    """All runs, and what is to be said of those for which there was no time."""
    measuring = Measuring(plan, kept, options, budget)
    complete = measuring.run()
    for name in measuring.left_out():
        kept.add({"kind": "skipped", "peer": "", "problem": name, "reason": "there was no time left", "install": ""})
        print(f"left out, for lack of time: {name}", file=sys.stderr)
    kept.add({"kind": "end", "wanted_runs": options.runs, "complete": complete})


def use_named(named):
    """What --with names: runtimes by their file, other libraries by the folder of their headers."""
    runtimes.use({name: file for name, file in named.items() if name in runtimes.FILES})
    libraries.use({name: folder for name, folder in named.items() if name not in runtimes.FILES})


def measure(options, command):
    budget = Budget(options.budget_s)
    use_named(dict(options.libraries))
    chosen = problems.chosen(options.names or [suite for suite in problems.SUITES if suite not in problems.ONLY_BY_NAME])
    options.runs = options.runs or max(USUAL_RUNS_OF_RANKS if problem.has_ranks else USUAL_RUNS for problem in chosen)
    built, missing = build(chosen, options, budget)
    skipped = skipped_records(missing, options, any(not problem.has_ranks for problem in chosen))
    tell_skipped(skipped)
    plan = cases.plan(built, options)
    runs.learn_work(built)
    if not plan:
        print("xomp bench: error: nothing is left to run: the machine has nothing of what was chosen (xomp bench --list)", file=sys.stderr)
        return MISTAKE
    kept = begin(plan, skipped, options, command)
    try:
        run_all(plan, kept, options, budget)
    except KeyboardInterrupt:
        done = sum(r["kind"] == "sample" for r in kept.records)
        print(f"\nstopped after {done} of {options.runs * len(plan)} runs; all are in {kept.path}. To go on, give the same command again.", file=sys.stderr)
        return 130
    summary.print_summary(kept.records, sys.stdout)
    print(f"results: {kept.path}")
    if options.report:
        write_report(kept.path, budget.until(options.end_s))
    return 1 if any(r["kind"] == "failure" and not r.get("excused") for r in kept.records) else 0


def stop(*_):
    raise KeyboardInterrupt


def main(words):
    signal.signal(signal.SIGTERM, stop)
    options = arguments.read(words)
    if options.list:
        return list_everything()
    if options.install:
        pypi.install(INSTALLED)
        return 0 if pypi.are_installed(INSTALLED) else 1
    if options.compare:
        return comparison.compare(options.compare, options, sys.stdout)
    try:
        return measure(options, ["xomp", "bench", *words])
    except OSError as error:  # a folder that is not ours to write in, a disk that is full
        print(f"xomp bench: error: {error.filename or 'writing the results'}: {error.strerror}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print("\nstopped before the first run", file=sys.stderr)
        return 130
