"""The table of bench/results/searches.md: each runtime's time, its spread, CPU time and efficiency in whole task programs."""
from . import comparison, document, drawing, medians, peers, samples, selection, tables

PROGRAMS = ("uts", "nqueens", "health", "floorplan", "knapsack")
COLUMNS = ("case", "runtime", "an operation", "least", "most", "CPU time", "best peer / this", "efficiency")


def section(jsonl_path):
    results = samples.read(jsonl_path)
    rows = list(lines(medians.cases(results.samples)))
    if not rows:
        return "None of these programs was run (`xomp bench uts nqueens health floorplan knapsack`)."
    return f"{document.heading(results)}\n\n" + document.markdown_table(COLUMNS, rows, 2)


def lines(cases):
    """A line for each program, number of threads and runtime; the best peer is that of the same binary."""
    table = selection.by_form(selection.plain_policies(comparison.speed_ups(cases)))
    table = table[table["problem"].isin(PROGRAMS) & (table["cutoff"] == "none") & table["version"].isin(("tasks", "serial"))]
    if table.empty:
        return
    same = [*comparison.SAME, "compiler"]
    ratios = {tuple(row[name] for name in same): row["peer_median"] for row in comparison.against_peers(table).to_dict("records")}
    table = table.assign(place=table["problem"].map(PROGRAMS.index), rank=table["peer"].map(peers.rank))
    for row in table.sort_values(["place", "size", "shape", "threads", "rank", "compiler"]).to_dict("records"):
        runtime = peers.label(row["peer"], row["compiler"]) if row["peer"] != "serial" else f"serial ({row['compiler']})"
        best = ratios.get(tuple(row[name] for name in same), float("nan"))
        case = tables.case_text(row | {"version": "tasks"}) + (f" ({row['varied']})" if row["varied"] else "")
        yield (case, runtime, drawing.seconds(row["median"]), drawing.seconds(row["least"]), drawing.seconds(row["most"]),
               drawing.seconds(row["cpu_s"] / row["operations"]), tables.ratio_text(best / row["median"]),
               f"{row['speed_up'] / row['threads']:.2f}" if row["speed_up"] > 0 else "–")
