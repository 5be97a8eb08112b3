"""Task-Bench: efficiency against granularity, and METG(50 %), the shortest task that still keeps half of the best rate."""
import numpy
import pandas

from . import drawing, medians, peers, selection
from .curves import lines

HALF = 0.5
SAME = ["pattern", "version", "peer", "compiler", "threads"]


def points(samples):
    """One row for each granularity measured: pattern, kernel, runtime, threads, task_us and efficiency (medians)."""
    table = selection.runtimes_only(samples)
    table = medians.metric(table, "efficiency")
    table = medians.metric(table, "task_us") if not table.empty else table
    if table.empty:
        return pandas.DataFrame()
    table = table.assign(pattern=table.apply(pattern_of, axis=1)).astype({"task_us": float, "efficiency": float})
    grouped = table.groupby(["pattern", "version", "peer", "compiler", "threads", "shape"])
    return grouped[["task_us", "efficiency"]].median().reset_index()


def pattern_of(sample):
    name = sample["metrics"].get("pattern", sample["problem"])
    kernel = sample["metrics"].get("kernel")
    return f"{name}, {kernel}" if isinstance(kernel, str) else str(name)


def metg(samples):
    """One row for each pattern, runtime and number of threads: METG(50 %) in microseconds, searched by the program or read off the curve."""
    rows = []
    searched = medians.metric(selection.runtimes_only(samples), "metg_us")
    if not searched.empty:
        searched = searched.assign(pattern=searched.apply(pattern_of, axis=1)).astype({"metg_us": float})
        found = searched.groupby(SAME)["metg_us"]
        rows.append(pandas.DataFrame({"metg_us": found.median(), "least": found.min(), "most": found.max(), "searched": True}).reset_index())
    curve = points(samples)
    if not curve.empty:
        found = curve.groupby(SAME)
        crossed = found.apply(crossing).rename("metg_us").reset_index()
        crossed["at_most"] = (found["efficiency"].min() >= HALF).to_numpy()
        rows.append(crossed)
    if not rows:
        return pandas.DataFrame()
    together = pandas.concat(rows).reindex(columns=[*SAME, "metg_us", "least", "most", "searched", "at_most"])
    return together.fillna({"at_most": False, "searched": False}).dropna(subset=["metg_us"]).drop_duplicates(SAME)


def crossing(rows):
    """Where the curve first falls below one half on the way to shorter tasks; the shortest task tried if it never does; NaN if it is never above."""
    rows = rows.sort_values("task_us", ascending=False)
    length, efficiency = rows["task_us"].to_numpy(), rows["efficiency"].to_numpy()
    for index in range(1, len(rows)):
        if efficiency[index - 1] >= HALF > efficiency[index]:
            part = (efficiency[index - 1] - HALF) / (efficiency[index - 1] - efficiency[index])
            return float(numpy.exp(numpy.log(length[index - 1]) + part * (numpy.log(length[index]) - numpy.log(length[index - 1]))))
    return float(length[-1]) if efficiency.min() >= HALF else float("nan")


def words(row):
    return ("at most " if row["at_most"] else "") + drawing.seconds(row["metg_us"] * 1e-6)


def spread(row):
    """Least and most of the searches; of a METG read off a curve nothing is known."""
    return f"{drawing.seconds(row['least'] * 1e-6)} … {drawing.seconds(row['most'] * 1e-6)}" if row["searched"] else ""


def ranking(title, rows):
    """A bar for each program and runtime, the shortest task on top; whiskers to the least and the most of the searches."""
    rows = rows.sort_values("metg_us", ascending=False)
    figure, axes = drawing.panel(title, "METG(50 %), shorter is better", "", (420, 90 + 18 * len(rows)))
    axes.set_xscale("log")
    left = rows["least"].min() * 1e-6 / 3
    for place, (_, row) in enumerate(rows.iterrows()):
        colour = peers.look(row["peer"]).colour
        axes.barh(place, row["metg_us"] * 1e-6 - left, left=left, height=0.65, color=colour, alpha=0.55 if row["compiler"] == "clang" else 0.9)
        axes.plot([row["least"] * 1e-6, row["most"] * 1e-6], [place, place], color=drawing.TEXT, linewidth=1.2)
        axes.annotate(words(row), (max(row["metg_us"], row["most"]) * 1e-6, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8,
                      color=drawing.TEXT)
    axes.set_xlim(left, rows["most"].max() * 1e-6 * 4)
    names = [selection.program_title(peers.label(row["peer"], row["compiler"]), selection.form_of(row["peer"], row["version"])) for _, row in rows.iterrows()]
    axes.set_yticks(range(len(rows)), names, color=drawing.TEXT)
    axes.grid(axis="y", visible=False)
    drawing.log_axis(axes.xaxis, drawing.seconds)
    return figure


def panel(title, rows):
    figure, axes = drawing.panel(title, "length of a task, overhead included", "efficiency")
    axes.set_xscale("log")
    rows = rows.assign(length=rows["task_us"] * 1e-6)
    ends = lines(axes, rows, "length", "efficiency")
    axes.axhline(HALF, color=drawing.MUTED, linewidth=1)
    axes.set_ylim(0, max(1.05, rows["efficiency"].max() * 1.05))
    axes.yaxis.set_major_formatter(drawing.ticker.PercentFormatter(1.0))
    drawing.log_axis(axes.xaxis, drawing.seconds)
    drawing.label_ends(axes, ends)
    return figure
