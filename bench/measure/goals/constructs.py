"""Goals on what one construct and one task cost: the programs of bench/micro, interleaved over all runtimes."""
from measure import tables, trials
from measure.goals.figure import NOISE, Figure, not_measured

CONSTRUCTS = ["parallel", "for_static", "for_dynamic", "for_guided", "barrier", "single", "critical", "lock", "ordered", "reduction"]
OTHERS_SHORT = {"gcc/libgomp": "gomp", "clang/libomp": "omp", "clang/libiomp5": "iomp5"}
MOST_FIB_NS = {1: 20, 2: 25}


def split(all_results):
    """(results of XOMP by compiler, results of the others by short name), medians only."""
    ours = {r.runtime.partition("/")[0]: r.median() for r in all_results if not tables.is_peer(r) and r.trials}
    others = {OTHERS_SHORT.get(r.runtime, r.runtime): r.median() for r in all_results if tables.is_peer(r) and r.trials}
    return ours, others


def times_text(times):
    return ", ".join(f"{name} {tables.time_text(time)}" for name, time in times.items())


def failures_of(all_results):
    return [f"{r.runtime}: {r.failures[0]}" for r in all_results if not tables.is_peer(r) and not r.trials and r.failures]


def against_best(text, threads, most_ratio, wanted, runtimes, options):
    """Both compilers' programs on XOMP beside the best of the others."""
    all_results = trials.compare(trials.parse_case(text, threads), runtimes, options)
    ours, others = split(all_results)
    goal = f"{text}, {threads} thread{'' if threads == 1 else 's'}"
    if failures := failures_of(all_results):
        return Figure(goal, "; ".join(failures), times_text(others), wanted, False)
    if not ours or not others:
        return not_measured(goal, wanted, "no other runtime here")
    best = min(others.values())
    ratios = {compiler: time / best for compiler, time in ours.items()}
    measured = ", ".join(f"{compiler} {tables.time_text(ours[compiler])} = {ratio:.2f}" for compiler, ratio in ratios.items())
    return Figure(goal, measured, times_text(others), wanted, max(ratios.values()) <= most_ratio * NOISE)


def few_threads(threads, runtimes, options):
    for text in CONSTRUCTS:
        yield against_best(text, threads, 1, "<= 1.00 of the best", runtimes, options)


def more_threads_than_processors(threads, runtimes, options):
    for text in CONSTRUCTS:
        if text in ("barrier", "parallel"):
            yield against_best(text, threads, 1 / 3, "<= 0.33 of the best", runtimes, options)
        else:
            yield against_best(text, threads, 1, "<= 1.00 of the best", runtimes, options)


def fib(runtimes, options):
    """CPU time a task, which with one thread is the wall time."""
    for threads, most_ns in MOST_FIB_NS.items():
        all_results = trials.compare(trials.parse_case("fib:size=30", threads), runtimes, options)
        cpu = {r.runtime: r.median("cpu_ns") for r in all_results if r.trials}
        ours = {name.partition("/")[0]: ns for name, ns in cpu.items() if name.endswith("/xomp")}
        others = {OTHERS_SHORT.get(name, name): ns for name, ns in cpu.items() if not name.endswith("/xomp")}
        goal = f"fib without cut-off, CPU a task, {threads} thread{'' if threads == 1 else 's'}"
        if failures := failures_of(all_results):
            yield Figure(goal, "; ".join(failures), times_text(others), f"<= {most_ns} ns", False)
        elif ours:
            yield Figure(goal, times_text(ours), times_text(others), f"<= {most_ns} ns", max(ours.values()) <= most_ns)
