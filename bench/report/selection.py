"""Which of the many cases stand for a program in a picture; the tables have all of them."""
import pandas

from . import comparison, peers

SIZES = ("tiny", "small", "medium", "large")
MOST_SHAPES = 4  # of one program; of more, such as a series of tile sizes, XOMP's fastest is shown
KINDS = ["cutoff", "untied", "size", "shape"]


def size_rank(sizes):
    return [SIZES.index(size) if size in SIZES else -1 for size in sizes]


def plain_policies(table):
    """Without XOMP's policies other than auto."""
    return table[(table["peer"] != "xomp") | (table["policy"] == "auto")]


def runtimes_only(samples):
    return plain_policies(samples)[lambda table: table["peer"] != "serial"]


def main_shapes(ours):
    """Of one program's rows on XOMP the groups to show: no cut-off before others, tied, most thread counts, the largest size."""
    best = ours.assign(size_rank=size_rank(ours["size"]), plain=ours["cutoff"] == "none", tied=~ours["untied"].astype(bool))
    best["kinds"] = best.groupby(KINDS)["threads"].transform("nunique")
    order = ["plain", "tied", "kinds", "size_rank"]
    first = best.sort_values(order, ascending=False).iloc[0]
    best = best[(best[order] == first[order]).all(axis=1)]
    best = best[(best["cutoff"] == first["cutoff"]) & (best["size"] == first["size"])]
    shapes = best.groupby("shape")["median"].min().sort_values()
    chosen = shapes.index if len(shapes) <= MOST_SHAPES else shapes.index[:1]
    return [ours.loc[best.index[best["shape"] == shape]] for shape in sorted(chosen)]


def with_others(table, shown, version):
    """The peers' rows of the same case, and those of programs of their own."""
    first = shown.iloc[0]
    same = table[(table["problem"] == first["problem"]) & (table["suite"] == first["suite"]) & (table["size"] == first["size"]) &
                 (table["shape"] == first["shape"])]
    openmp = same[(same["version"] == version) & (same["cutoff"] == first["cutoff"]) & (same["untied"] == first["untied"])]
    own = same[same["peer"].isin(peers.OWN_PROGRAMS)]
    rows = pandas.concat([openmp, own[~own.index.isin(openmp.index)]]) if version == "tasks" else openmp
    return rows[rows["peer"] != "serial"]


def form_of(peer, version):
    """The OpenMP version beside which one of another library stands: "tbb" beside "tasks", "tbb_loops" beside "loops"."""
    return (version.partition("_")[2] or "tasks") if peer in peers.OWN_PROGRAMS else version


def by_form(table):
    """With the version of programs of another library named as the OpenMP version beside which it stands."""
    return table.assign(version=[form_of(peer, version) for peer, version in zip(table["peer"], table["version"])])


def describe(row):
    parts = [row["size"], row["shape"], f"cut-off {row['cutoff']}" if row["cutoff"] != "none" else "", "untied" if row["untied"] else ""]
    return "; ".join(part for part in parts if part)


def left_out(entry):
    """The name of what a line of kind "skipped" is about."""
    return entry.get("program") or entry.get("problem") or peers.look(entry.get("peer") or "some cases").label


def threads_text(count):
    return "1 thread" if count == 1 else f"{count} threads"


def program_title(problem, version, *more):
    return ", ".join([problem, *([] if version == "tasks" else [version]), *filter(None, more)])


def rest_of(rows, swept):
    """For each row its parameters without `swept`, as text, and of these only what differs within the rows."""
    others = rows["parameters"].map(lambda parameters: {name: value for name, value in parameters.items() if name not in swept})
    names = dict.fromkeys(name for parameters in others for name in parameters)
    differing = [name for name in names if len({parameters.get(name) for parameters in others}) > 1]
    return others.map(lambda parameters: ", ".join(f"{name} {number(parameters[name])}" for name in differing if name in parameters))


def number(value):
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def comparable(cases):
    return cases[cases["suite"].isin(comparison.MEASURES_PROGRAMS)]
