"""The figures to reach: each is measured beside the other runtimes and judged. `bench/compare --goals [GROUP...]`."""
import functools
import sys

from measure import tables
from measure.goals import constructs, neighbours, processes, waiting

# Groups in the order of the table. Each takes (runtimes, options) and yields Figures.
GROUPS = {
    "threads-1": functools.partial(constructs.few_threads, 1),
    "threads-2": functools.partial(constructs.few_threads, 2),
    "threads-4": functools.partial(constructs.more_threads_than_processors, 4),
    "threads-8": functools.partial(constructs.more_threads_than_processors, 8),
    "threads-64": functools.partial(constructs.more_threads_than_processors, 64),
    "fib": constructs.fib,
    "apart": waiting.regions_apart,
    "after": waiting.after_region,
    "quota": waiting.under_a_quota,
    "training": neighbours.training_beside_a_busy_loop,
    "packages": neighbours.many_packages,
    "startup": processes.startup,
    "links": processes.links,
}


def measure_and_print(names, runtimes, options, out=sys.stdout):
    """0 when every figure is reached."""
    if unknown := [name for name in names if name not in GROUPS]:
        raise SystemExit(f"--goals: no group {', '.join(unknown)}; known: {', '.join(GROUPS)}")
    figures = []
    for name in names or GROUPS:
        for figure in GROUPS[name](runtimes, options):
            figures.append(figure)
            print(f"  {figure.goal}: {figure.measured}: {figure.verdict}", file=sys.stderr)
    rows = [("goal", "XOMP", "others", "wanted", "")]
    rows += [(figure.goal, figure.measured, figure.others, figure.wanted, figure.verdict) for figure in figures]
    print(file=out)
    tables.print_rows(rows, out)
    reached = sum(figure.reached is True for figure in figures)
    unknown = sum(figure.reached is None for figure in figures)
    print(f"\n{reached} of {len(figures)} reached" + (f", {unknown} not measured" if unknown else ""), file=out)
    return 0 if reached + unknown == len(figures) else 1
