"""The picture of wins and losses: how many times faster than the best peer, a point for each program and number of threads."""
from . import drawing, medians, selection

# Of XOMP's colour, darker with more threads; by how many numbers of threads there are.
SHADES = {1: ("#d55e00",), 2: ("#ee8a45", "#8f3f00"), 3: ("#ee8a45", "#c65500", "#6b2f00")}
MORE_SHADES = ("#f6b48a", "#ec8a4f", "#d55e00", "#8f3f00", "#5c2800")


def panel(compared, title="XOMP against the best peer"):
    """compared: of comparison.against_peers. Sizes, cut-offs and compilers of a program are points of one row."""
    shades = SHADES.get(compared["threads"].nunique(), MORE_SHADES)
    threads = sorted(compared["threads"].unique())
    order = compared.groupby("problem")["ratio"].apply(medians.geometric_mean).sort_values().index.tolist()
    figure, axes = drawing.panel(title, "times as fast as the best of libgomp, libomp and libiomp5; left of 1 XOMP is slower", "", (720, 80 + 22 * len(order)))
    axes.set_xscale("log")
    axes.axvline(1, color=drawing.MUTED, linewidth=1.2)
    for index, count in enumerate(threads):
        rows = compared[compared["threads"] == count]
        offset = (index - (len(threads) - 1) / 2) * 0.16
        shade = shades[min(index, len(shades) - 1)]
        axes.scatter(rows["ratio"], [order.index(problem) + offset for problem in rows["problem"]], s=26, color=shade,
                     marker=("o", "s", "^", "D", "v")[index % 5], label=selection.threads_text(count), linewidth=0)
    axes.set_yticks(range(len(order)), order, color=drawing.TEXT)
    axes.grid(axis="y", visible=False)
    drawing.log_axis(axes.xaxis, drawing.factor)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2, fontsize=9, ncols=len(threads))
    return figure

