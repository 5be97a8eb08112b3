"""Task overhead against task length: what a task costs beside its own work."""
import pandas

from . import drawing, medians, peers, selection
from .curves import lines

LENGTHS = ("task_ns", "length_ns")


def rows(samples):
    """One row for each runtime, number of threads and length: median, q1 and q3 of the overhead in seconds a task."""
    table = selection.by_form(selection.runtimes_only(samples))
    for length in LENGTHS:
        found = medians.metric(table, length)
        found = medians.metric(found, "overhead_ns") if not found.empty else found
        if not found.empty:
            found = found.rename(columns={length: "task_ns"}).astype({"task_ns": float, "overhead_ns": float})
            found["rest"] = selection.rest_of(found, {*LENGTHS, "tasks"})
            grouped = found.groupby(["problem", "version", "rest", "peer", "compiler", "threads", "task_ns"])["overhead_ns"]
            return pandas.DataFrame({"overhead": grouped.median(), "q1": grouped.quantile(0.25), "q3": grouped.quantile(0.75)}).reset_index()
    return pandas.DataFrame()


def panel(title, table):
    """Log-log; an overhead of 0 or less, lost in the noise of long tasks, is drawn at a tenth of a nanosecond."""
    table = table.assign(**{name: table[name].clip(lower=0.1) * 1e-9 for name in ("overhead", "q1", "q3")}, length=table["task_ns"] * 1e-9)
    figure, axes = drawing.panel(title, "length of a task", "overhead a task")
    axes.set_xscale("log")
    axes.set_yscale("log")
    ends = lines(axes, table, "length", "overhead", ("q1", "q3"))
    drawing.log_axis(axes.xaxis, drawing.seconds)
    drawing.log_axis(axes.yaxis, drawing.seconds)
    drawing.label_ends(axes, ends)
    return figure


def order(table):
    return table.sort_values(["threads", "task_ns"], kind="stable").assign(rank=table["peer"].map(peers.rank))
