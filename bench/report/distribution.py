"""How evenly tasks fall to the threads: box plots over all threads and runs of each runtime."""
import pandas

from . import drawing, medians, peers, selection

PROBLEMS = ("distribution", "stealing")
COLUMNS = ["problem", "version", "rest", "size", "threads", "peer", "compiler"]


def rows(samples):
    """One row for each thread of each run: its share of the ideal, and delta = |tasks - ideal| / ideal."""
    found = medians.metric(selection.runtimes_only(samples), "tasks_per_worker")
    found = found[(found["threads"] > 1) & found["problem"].isin(PROBLEMS)]
    if not found.empty:
        found["rest"] = pandas.concat(selection.rest_of(part, {"repeat"}) for _, part in found.groupby(["problem", "size"]))
    parts = []
    for _, sample in found.iterrows():
        counts = sample["tasks_per_worker"]
        if not isinstance(counts, list) or not counts or sum(counts) <= 0:
            continue
        ideal = sum(counts) / len(counts)
        parts += [{**{name: sample[name] for name in COLUMNS}, "share": count / ideal,
                   "delta": abs(count - ideal) / ideal} for count in counts]
    return pandas.DataFrame(parts, columns=[*COLUMNS, "share", "delta"])


def panel(title, table, column, x_label):
    groups = sorted(table.groupby(["peer", "compiler"]), key=lambda item: (peers.rank(item[0][0]), item[0][1]), reverse=True)
    figure, axes = drawing.panel(title, x_label, "", (360, 80 + 26 * len(groups)))
    parts = axes.boxplot([rows[column] for _, rows in groups], vert=False, widths=0.6, patch_artist=True, whis=(0, 100))
    for index, ((peer, _), _) in enumerate(groups):
        colour = peers.look(peer).colour
        parts["boxes"][index].set(facecolor=colour, alpha=0.45, edgecolor=colour)
        parts["medians"][index].set(color=drawing.TEXT, linewidth=1.6)
        for kind in ("whiskers", "caps"):
            for line in parts[kind][2 * index:2 * index + 2]:
                line.set_color(colour)
    axes.set_yticks(range(1, len(groups) + 1), [peers.label(*name) for name, _ in groups], color=drawing.TEXT)
    axes.grid(axis="y", visible=False)
    axes.set_xlim(left=0)
    if column == "share":
        axes.axvline(1, color=drawing.MUTED, linewidth=1)
    return figure


def summary(table):
    grouped = table.groupby(COLUMNS)
    return pandas.DataFrame({"least share": grouped["share"].min(), "greatest share": grouped["share"].max(),
                             "median delta": grouped["delta"].median(), "greatest delta": grouped["delta"].max()}).reset_index()
