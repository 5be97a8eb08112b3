"""Time and speed-up against the number of threads, and rates against a swept parameter: a line for each runtime."""
from . import comparison, drawing, peers

SIZES = ("tiny", "small", "medium", "large")
SWEPT = ("tile", "base", "grain", "granularity")


def by_threads(cases):
    """(name, title, time panel, speed-up panel, rows) for each program and version, at the largest size measured, without cut-off."""
    table = comparison.speed_ups(plain_policies(cases))
    table = table[table["suite"].isin(comparison.MEASURES_PROGRAMS)]
    for (suite, problem, version), ours in table[table["peer"] == "xomp"].groupby(["suite", "problem", "version"]):
        shown = main_shape(ours)
        rows = with_others(table, shown, version)
        if rows["threads"].nunique() < 2:
            continue
        name = f"{suite}-{problem}-{version}"
        title = f"{problem}" + (f", {version}" if version != "tasks" else "")
        yield name, title, describe(shown.iloc[0]), rows


def plain_policies(cases):
    return cases[(cases["peer"] != "xomp") | (cases["policy"] == "auto")]


def main_shape(ours):
    """The rows of the case that stands for a program: the largest size, no cut-off before others, tied, the most threads tried."""
    best = ours.assign(
        size_rank=[SIZES.index(size) if size in SIZES else -1 for size in ours["size"]], plain=ours["cutoff"] == "none", tied=~ours["untied"].astype(bool))
    keys = ["size", "cutoff", "untied", "shape"]
    best["kinds"] = best.groupby(keys)["threads"].transform("nunique")
    first = best.sort_values(["plain", "tied", "kinds", "size_rank"], ascending=False).iloc[0]
    return ours[(ours[keys] == first[keys]).all(axis=1)]


def with_others(table, shown, version):
    """The peers' rows of the same case, and those of programs of their own."""
    first = shown.iloc[0]
    same = table[(table["problem"] == first["problem"]) & (table["suite"] == first["suite"]) & (table["size"] == first["size"]) &
                 (table["shape"] == first["shape"])]
    openmp = same[(same["version"] == version) & (same["cutoff"] == first["cutoff"]) & (same["untied"] == first["untied"])]
    own = same[same["peer"].isin(("tbb", "threads", "native"))]
    rows = openmp if version != "tasks" else openmp.merge(own, how="outer") if not own.empty else openmp
    return rows[rows["peer"] != "serial"]


def describe(row):
    parts = [row["size"], row["shape"], f"cut-off {row['cutoff']}" if row["cutoff"] != "none" else "", "untied" if row["untied"] else ""]
    return "; ".join(part for part in parts if part)


def lines(axes, rows, x, y, spread=None):
    """One line for each runtime, labelled at its end; XOMP's on top of the others. Returns the ends."""
    ends = []
    for (peer, compiler), row in sorted(rows.groupby(["peer", "compiler"]), key=lambda item: -peers.rank(item[0][0])):
        row = row.dropna(subset=[y]).sort_values(x)
        if row.empty:
            continue
        look = peers.look(peer)
        hollow = {"markerfacecolor": "#ffffff"} if compiler == "clang" else {}
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
    axes.set_yscale("log")
    ends = lines(axes, rows, "threads", "speed_up")
    axes.axhline(1, color=drawing.MUTED, linewidth=1)
    axes.annotate("serial", (0, 1), xycoords=("axes fraction", "data"), xytext=(3, 2), textcoords="offset points", fontsize=8,
                  color=drawing.MUTED)
    drawing.threads_axis(axes, rows["threads"])
    drawing.log_axis(axes.yaxis, drawing.factor)
    drawing.label_ends(axes, ends)
    return figure


def sweeps(cases):
    """(name, title, parameter, rows) for each program that was run with several values of tile, base or grain."""
    table = plain_policies(cases)
    table = table[table["peer"] != "serial"]
    for (suite, problem, version, size), group in table.groupby(["suite", "problem", "version", "size"]):
        for parameter in SWEPT:
            values = group["parameters"].map(lambda parameters, name=parameter: parameters.get(name))
            rows = group.assign(swept=values).dropna(subset=["swept"])
            if rows["swept"].nunique() < 3:
                continue
            rows = rows[rows["threads"] == rows["threads"].max()]
            yield f"{suite}-{problem}-{version}-{size}-{parameter}", f"{problem}, {version}, {size}", parameter, rows


def sweep_panel(title, parameter, rows):
    rows = rows.assign(rate=1e-9 / rows["median"])
    threads = rows["threads"].iloc[0]
    figure, axes = drawing.panel(title, parameter, f"operations each ns with {threads} threads" if threads != 1 else "operations each ns")
    axes.set_xscale("log", base=2)
    ends = lines(axes, rows, "swept", "rate")
    axes.set_ylim(bottom=0)
    axes.set_xticks(sorted(rows["swept"].unique()))
    axes.xaxis.set_major_formatter(drawing.ticker.FormatStrFormatter("%g"))
    axes.xaxis.set_minor_locator(drawing.ticker.NullLocator())
    drawing.label_ends(axes, ends)
    return figure
