"""Goals on CPU time that nobody asked for, and on processors that a control group takes away."""
import contextlib
import dataclasses
import os
import pathlib

from measure import trials
from measure.goals.constructs import OTHERS_SHORT, failures_of
from measure.goals.figure import NOISE, Figure, not_measured

CPU_GROUPS_V1 = pathlib.Path("/sys/fs/cgroup/cpu")
CPU_GROUPS_V2 = pathlib.Path("/sys/fs/cgroup")
PERIOD_US = 100_000


def cpu_seconds(text, threads, most_s, goal, runtimes, options):
    all_results = trials.compare(trials.parse_case(text, threads), runtimes, options)
    seconds = {r.runtime: r.median("cpu_s") for r in all_results if r.trials}
    ours = {name.partition("/")[0]: s for name, s in seconds.items() if name.endswith("/xomp")}
    others = {OTHERS_SHORT.get(name, name): s for name, s in seconds.items() if not name.endswith("/xomp")}
    text_of = lambda times: ", ".join(f"{name} {s:.4f} s" for name, s in times.items())  # noqa: E731
    if failures := failures_of(all_results):
        return Figure(goal, "; ".join(failures), text_of(others), f"<= {most_s} s", False)
    return Figure(goal, text_of(ours), text_of(others), f"<= {most_s} s", max(ours.values()) <= most_s)


def regions_apart(runtimes, options):
    yield cpu_seconds("regions_apart", 2, 0.05, "50 regions 10 ms apart, CPU", runtimes, options)


def after_region(runtimes, options):
    yield cpu_seconds("after_region", 2, 0.005, "the second after a region, CPU", runtimes, options)


@contextlib.contextmanager
def quota_of_one_cpu():
    """The file into which a process writes its number to be under the quota, or None where control groups are not ours."""
    name = f"xomp-bench-{os.getpid()}"
    for root, quota in ((CPU_GROUPS_V1, ("cpu.cfs_quota_us", str(PERIOD_US))), (CPU_GROUPS_V2, ("cpu.max", f"{PERIOD_US} {PERIOD_US}"))):
        group = root / name
        try:
            group.mkdir()
            (group / quota[0]).write_text(quota[1], encoding="ascii")
        except OSError:
            with contextlib.suppress(OSError):
                group.rmdir()
            continue
        try:
            yield group / "cgroup.procs"
        finally:
            with contextlib.suppress(OSError):
                group.rmdir()
        return
    yield None


def under_a_quota(runtimes, options):
    """The runtime's own number of threads, against one thread, both under the quota of one CPU."""
    goal, wanted = "region loop under a quota of one CPU, own threads / one thread", "<= 1.00"
    with quota_of_one_cpu() as processes:
        if processes is None:
            yield not_measured(goal, wanted, "no control group can be made here")
            return
        inside = dataclasses.replace(options, before_exec=lambda: processes.write_text(str(os.getpid()), encoding="ascii"))
        text = "region_loop:at-least-ms=500"
        own = trials.compare(trials.parse_case(text, 0), runtimes, inside)
        one = trials.compare(trials.parse_case(text, 1), runtimes, inside)
    if failures := failures_of(own) + failures_of(one):
        yield Figure(goal, "; ".join(failures), "", wanted, False)
        return
    ratios = {a.runtime: a.median() / b.median() for a, b in zip(own, one) if a.trials and b.trials}
    ours = {name.partition("/")[0]: ratio for name, ratio in ratios.items() if name.endswith("/xomp")}
    others = {OTHERS_SHORT.get(name, name): ratio for name, ratio in ratios.items() if not name.endswith("/xomp")}
    text_of = lambda values: ", ".join(f"{name} {ratio:.2f}" for name, ratio in values.items())  # noqa: E731
    yield Figure(goal, text_of(ours), text_of(others), wanted, max(ours.values()) <= NOISE)
