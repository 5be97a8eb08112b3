"""XOMP against the others, case by case. A ratio is how many times faster XOMP is: above 1 it wins, below 1 it loses."""
import pandas

from . import peers

SAME = ["suite", "problem", "version", "threads", "size", "cutoff", "untied", "shape"]
LOSS = 0.97  # a smaller ratio to the best peer counts as a loss
MEASURES_PROGRAMS = ("tasks", "kernels", "graphs")  # suites whose cases are programs rather than parts of the runtime


def against_peers(cases, names=peers.OPENMP):
    """One row for each case of XOMP with policy auto: the best of the named peers that ran the same binary, and the ratio to it.

    The same binary, because a difference between compilers is none between runtimes.
    """
    ours = cases[(cases["peer"] == "xomp") & (cases["policy"] == "auto")]
    others = cases[cases["peer"].isin(names)]
    best = others.loc[others.groupby([*SAME, "compiler"])["median"].idxmin()] if not others.empty else others
    return joined(ours, best, [*SAME, "compiler"])


def best_against_best(cases):
    """The faster of XOMP's binaries against the fastest of all OpenMP peers' binaries."""
    ours = cases[(cases["peer"] == "xomp") & (cases["policy"] == "auto")]
    others = cases[cases["peer"].isin(peers.OPENMP)]
    if ours.empty or others.empty:
        return joined(ours, others, SAME)
    return joined(ours.loc[ours.groupby(SAME)["median"].idxmin()], others.loc[others.groupby(SAME)["median"].idxmin()], SAME)


def against_other_libraries(cases):
    """As against_peers, for programs of their own: oneTBB, std::thread, serial. These have another `version`, serial one thread."""
    ours = cases[(cases["peer"] == "xomp") & (cases["policy"] == "auto")]
    tables = []
    for peer in ("tbb", "threads", "serial"):
        others = serial_programs(cases) if peer == "serial" else cases[cases["peer"] == peer]
        same = ["suite", "problem", "size", "shape"] + (["threads"] if peer != "serial" else [])
        if not others.empty:
            tables.append(joined(ours, others.loc[others.groupby(same)["median"].idxmin()], same))
    return pandas.concat(tables, ignore_index=True) if tables else joined(ours, cases[:0], SAME)


def joined(ours, others, same):
    columns = [*same, "peer", "median", "q1", "q3"] + (["compiler"] if "compiler" not in same else [])
    renamed = others[columns].rename(columns={name: f"peer_{name}" for name in ("median", "q1", "q3")} | {"peer": "best_peer"} |
                                     ({"compiler": "peer_compiler"} if "compiler" not in same else {}))
    table = ours.merge(renamed, on=same, how="inner")
    table["ratio"] = table["peer_median"] / table["median"]
    # Whether the middle halves of both sides' runs overlap: then the ratio says little.
    table["overlap"] = (table["q1"] <= table["peer_q3"]) & (table["peer_q1"] <= table["q3"])
    return table


def serial_programs(cases):
    """The serial versions that others are measured against; a problem may have more, such as one call of a library."""
    return cases[(cases["peer"] == "serial") & (cases["version"] == "serial")]


def losses(comparison, below=LOSS):
    return comparison[comparison["ratio"] < below].sort_values("ratio")


def clear(lost):
    """Of the losses those that the runs' spread does not explain. The best of three equal peers lies a few percent ahead by chance."""
    return lost[~lost["overlap"].astype(bool)]


def speed_ups(cases):
    """The cases with `speed_up`: serial seconds an operation over theirs. The fastest compiler's serial program is the measure."""
    serial = serial_programs(cases)
    same = ["suite", "problem", "size", "shape"]
    if serial.empty:
        return cases.assign(speed_up=float("nan"))
    base = serial.groupby(same)["median"].min().rename("serial_median").reset_index()
    table = cases.merge(base, on=same, how="left")
    table["speed_up"] = table["serial_median"] / table["median"]
    return table
