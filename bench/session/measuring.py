"""The order of the runs: in each round every case once, those next to each other that are compared."""
import itertools

from measure.quiet import timing_lock
from session import results, runs
from session.progress import Estimate, Progress


def _rounds(plan, kept, wanted_runs):
    """[(number of the round, [(case, program)])]: what is missing."""
    done = {case.key: kept.of(case.key) for case, _ in plan}
    rounds = []
    for number in range(wanted_runs):
        missing = [(case, program) for case, program in plan
                   if len(done[case.key]) <= number and not results.is_done(done[case.key], wanted_runs)]
        if missing:
            rounds.append((number, missing))
    return rounds


def measure(plan, kept, options):
    estimate = Estimate()
    by_key = {case.key: case for case, _ in plan}
    for record in kept.records:
        if record.get("key") in by_key:
            estimate.add(by_key[record["key"]], record["process_s"])
    rounds = _rounds(plan, kept, options.runs)
    remaining = [case for _, pairs in rounds for case, _ in pairs]
    total = options.runs * len(plan)
    progress = Progress(total, total - len(remaining), estimate)
    try:
        for number, pairs in rounds:
            progress.round(number + 1, options.runs)
            for _, group in itertools.groupby(pairs, key=lambda pair: (pair[0].task, pair[0].threads)):
                with timing_lock():
                    _run_group(number, list(group), remaining, kept, options, progress, estimate)
    finally:
        progress.close()


def _run_group(number, group, remaining, kept, options, progress, estimate):
    for case, program in group:
        progress.begin(case, remaining)
        remaining.pop(0)
        if results.is_done(kept.of(case.key), options.runs):  # it has failed twice by now
            continue
        record = runs.run(case, program, number, options)
        kept.add(record)
        estimate.add(case, record["process_s"])
        progress.end(case, record)
