"""The heat map of policies and programs: how many times the best policy's time each needs."""
import matplotlib
import numpy

from . import comparison, drawing, medians, selection

WORST = 4.0  # ratios above are coloured alike
# From the ground towards blue: light is good, whatever one sees of colours.
COLOURS = matplotlib.colors.LinearSegmentedColormap.from_list("ratio", ["#fff4e6", "#f6b48a", "#b6629a", "#3b3f8f", "#14163d"])


def ratios(cases):
    """Rows programs, columns policies, each the ratio to the program's best policy; the most threads, the largest size, no cut-off.

    Empty where fewer than two policies were run.
    """
    table = cases[(cases["peer"] == "xomp") & cases["suite"].isin((*comparison.MEASURES_PROGRAMS, "taskbench"))]
    swept = table.groupby(["suite", "problem", "version"])["policy"].transform("nunique") > 1
    table = table[swept & ~table["version"].str.endswith("loops") & (table["cutoff"] == "none") & ~table["untied"].astype(bool)]
    if table.empty:
        return None
    table = table.assign(rank=selection.size_rank(table["size"]),
                         program=table["problem"] + table["version"].map(lambda name: "" if name == "tasks" else f" {name}"))
    most = table[(table["policy"] != "auto")].groupby("program")[["threads", "rank"]].transform("max")
    kept = table.loc[most.index][(table.loc[most.index][["threads", "rank"]] == most).all(axis=1)]
    same = ["program", "threads", "size", "shape", "compiler"]
    table = table.merge(kept[same].drop_duplicates(), on=same)
    table["best"] = table.groupby(same)["median"].transform("min")
    table["ratio"] = table["median"] / table["best"]
    wide = table.pivot_table(index="program", columns="policy", values="ratio", aggfunc=medians.geometric_mean)
    wide = wide.div(wide.min(axis=1), axis=0)  # over both compilers together
    means = wide.apply(medians.geometric_mean)
    columns = sorted(wide.columns, key=lambda name: (name != "auto", means[name]))
    return wide[columns] if len(columns) > 1 else None


def panel(table, title="Time of each policy, as a multiple of the best policy's"):
    rows, columns = table.shape
    figure, axes = drawing.panel(title, "", "", (150 + 58 * columns, 110 + 24 * rows))
    values = numpy.clip(table.to_numpy(dtype=float), 1, WORST)
    axes.pcolormesh(numpy.log(values), cmap=COLOURS, vmin=0, vmax=numpy.log(WORST), edgecolors=drawing.GROUND, linewidth=1.2)
    for row in range(rows):
        for column in range(columns):
            value = table.iloc[row, column]
            dark = numpy.log(min(max(value, 1), WORST)) > 0.45 * numpy.log(WORST)
            axes.text(column + 0.5, row + 0.5, "–" if numpy.isnan(value) else f"{value:.2f}" if value < 10 else f"{value:.0f}", ha="center",
                      va="center", fontsize=9, color="#fefefe" if dark else "#111111", fontweight="bold" if value < 1.005 else "normal")
    axes.set_yticks([row + 0.5 for row in range(rows)], table.index, color=drawing.TEXT)
    axes.set_xticks([column + 0.5 for column in range(columns)], table.columns, rotation=35, ha="right", rotation_mode="anchor", color=drawing.TEXT)
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure
