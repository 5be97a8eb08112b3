"""Time and speed-up against the number of threads, and rates against a swept parameter: a line for each runtime."""
from matplotlib import patheffects

from . import comparison, drawing, peers, selection

# Parameters that are drawn as a series: what the rate is, and what the axis says.
SWEPT = {"tile": ("GFLOP/s", "tile: rows and columns"), "base": ("operations a µs", "base: vertices or numbers of a task"),
         "grain": ("operations a µs", "grain: of a task"), "granularity": ("operations a µs", "granularity: hashes a node"),
         "maxload": ("tasks a µs", "maxload: longest work of a task, turns")}


def by_threads(cases):
    """(name, title, description, rows) for each program and version with more than one number of threads."""
    table = selection.comparable(comparison.speed_ups(selection.plain_policies(cases)))
    for (suite, problem, version), ours in table[table["peer"] == "xomp"].groupby(["suite", "problem", "version"]):
        shapes = selection.main_shapes(ours)
        several = len(shapes) > 1
        for index, shown in enumerate(shapes):
            rows = selection.with_others(table, shown, version)
            if rows["threads"].nunique() > 1:
                varied = shown["varied"].iloc[0] if several else ""
                yield f"{suite}-{problem}-{version}-{index}", selection.program_title(problem, version, varied), selection.describe(shown.iloc[0]), rows


def lines(axes, rows, x, y, spread=None):
    """One line for each runtime, labelled at its end; XOMP's on top of the others. Returns the ends."""
    ends = []
    for (peer, compiler, version), row in sorted(rows.groupby(["peer", "compiler", "version"]), key=lambda item: -peers.rank(item[0][0])):
        row = row.dropna(subset=[y]).sort_values(x)
        if row.empty:
            continue
        look = peers.look(peer)
        hollow = {"markerfacecolor": drawing.GROUND} if compiler == "clang" else {}
        axes.plot(row[x], row[y], color=look.colour, linestyle=peers.line_style(compiler), marker=look.marker,
                  linewidth=2.6 if peer == "xomp" else 1.5, **hollow)
        if spread:
            axes.fill_between(row[x], row[spread[0]], row[spread[1]], color=look.colour, alpha=0.12, linewidth=0)
        ends.append((row[x].iloc[-1], row[y].iloc[-1], peers.label(peer, compiler), look.colour))
    return ends


def time_panel(title, rows):
    figure, axes = drawing.panel(title, "threads", "time an operation")
    axes.set_yscale("log")
    ends = lines(axes, rows, "threads", "median", ("q1", "q3"))
    drawing.threads_axis(axes, rows["threads"])
    drawing.log_axis(axes.yaxis, drawing.seconds)
    drawing.label_ends(axes, ends)
    return figure


def speed_up_panel(title, rows):
    figure, axes = drawing.panel(title, "threads", "speed-up over the serial program")
    draw_speed_up(axes, rows)
    return figure


def speed_up_grid(programs):
    """The speed-ups of many programs in one picture. programs: of by_threads."""
    figure, grid = drawing.grid(len(programs))
    for axes, (_, title, about, rows) in zip(grid, programs):
        axes.set_title(f"{title} ({about.split(';')[0]})")
        draw_speed_up(axes, rows)
    return figure


def draw_speed_up(axes, rows):
    axes.set_yscale("log")
    ends = lines(axes, rows, "threads", "speed_up")
    axes.axhline(1, color=drawing.MUTED, linewidth=1)
    axes.annotate("serial", (0, 1), xycoords=("axes fraction", "data"), xytext=(3, 2), textcoords="offset points", fontsize=8,
                  color=drawing.MUTED, zorder=5, path_effects=[patheffects.withStroke(linewidth=3, foreground=drawing.GROUND)])
    drawing.threads_axis(axes, rows["threads"])
    drawing.log_axis(axes.yaxis, drawing.factor)
    drawing.label_ends(axes, ends)


def sweeps(cases):
    """(name, title, parameter, rows) for each program that was run with several values of one of SWEPT, with the most threads."""
    table = selection.by_form(selection.runtimes_only(cases))
    for (suite, problem, version, size), group in table.groupby(["suite", "problem", "version", "size"]):
        for parameter in SWEPT:
            values = group["parameters"].map(lambda parameters, name=parameter: parameters.get(name))
            rows = group.assign(swept=values).dropna(subset=["swept"])
            if rows["swept"].nunique() < 3:
                continue
            rows = rows[rows["threads"] == rows["threads"].max()]
            for rest, part in rows.groupby(selection.rest_of(rows, {parameter})):
                title = selection.program_title(problem, version, size, rest, selection.threads_text(part["threads"].iloc[0]))
                yield f"{suite}-{title}-{parameter}", title, parameter, part


def sweep_panel(title, parameter, rows):
    kilo = 1e-9 if parameter == "tile" else 1e-6
    rows = rows.assign(rate=kilo / rows["median"])
    rate, words = SWEPT[parameter]
    figure, axes = drawing.panel(title, words, rate)
    if rows["swept"].min() > 0:
        axes.set_xscale("log", base=2)
    else:
        axes.set_xscale("symlog", base=2, linthresh=rows["swept"][rows["swept"] > 0].min())
    ends = lines(axes, rows, "swept", "rate")
    if rows["rate"].max() < 8 * rows["rate"].min():
        axes.set_ylim(bottom=0)
    else:
        axes.set_yscale("log")
        drawing.log_axis(axes.yaxis, drawing.factor)
    ticks = sorted(rows["swept"].unique())
    axes.set_xticks(ticks[::2] if len(ticks) > 6 else ticks)
    axes.xaxis.set_major_formatter(drawing.ticker.FormatStrFormatter("%g"))
    axes.xaxis.set_minor_locator(drawing.ticker.NullLocator())
    drawing.label_ends(axes, ends)
    return figure
