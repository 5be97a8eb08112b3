"""Locks and queues by themselves: cycles an operation against threads, a line for each kind. No OpenMP runtime is involved."""
import pandas

from . import drawing, medians, selection

METRICS = ("cycles", "cycles_per_op")
# Kinds are no runtimes: none of the runtimes' colours. Of middling lightness, so that they stand on light and on dark ground.
COLOURS = ("#8a5fbf", "#2f8f9d", "#b3862b", "#c0507a", "#5f8a3c", "#3f72c9", "#8a7a68", "#7d8896", "#a05a2c", "#4c9f70")
MARKERS = "osD^vP*Xd<"


def rows(samples):
    """Median cycles of each kind: problem, kind, size, rest (the parameters that differ), threads."""
    parts = []
    for name in METRICS:
        found = medians.metric(samples, name)
        for (problem, _), part in (found.groupby(["problem", "size"]) if not found.empty else ()):
            part = part.assign(rest=selection.rest_of(part, set()), cycles=part[name].astype(float), kind=part["version"])
            grouped = part.groupby(["problem", "size", "rest", "kind", "compiler", "threads"])["cycles"].median().reset_index()
            # The compiler makes next to no difference to these: the better one stands for both.
            parts.append(grouped.groupby(["problem", "size", "rest", "kind", "threads"])["cycles"].min().reset_index())
    return pandas.concat(parts) if parts else pandas.DataFrame()


def panel(title, table):
    figure, axes = drawing.panel(title, "threads", "cycles an operation")
    axes.set_yscale("log")
    ends = []
    for index, (kind, line) in enumerate(table.groupby("kind")):
        colour = COLOURS[index % len(COLOURS)]
        line = line.sort_values("threads")
        axes.plot(line["threads"], line["cycles"], color=colour, marker=MARKERS[index % len(MARKERS)])
        ends.append((line["threads"].iloc[-1], line["cycles"].iloc[-1], kind.replace("_", " "), colour))
    drawing.threads_axis(axes, table["threads"])
    drawing.log_axis(axes.yaxis, drawing.factor)
    drawing.label_ends(axes, ends)
    return figure
