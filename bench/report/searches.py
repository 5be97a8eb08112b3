"""The section of docs/benchmarks.md on searches: each runtime's time, its spread, CPU time and efficiency in whole task programs."""
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
    table = selection.plain_policies(comparison.speed_ups(cases))
    table = table[table["problem"].isin(PROGRAMS) & (table["cutoff"] == "none") & (table["version"] == "tasks")]
    if table.empty:
        return
    ratios = {tuple(row[[*comparison.SAME, "compiler"]]): row["peer_median"]
              for _, row in comparison.against_peers(table).iterrows()}
    table = table.assign(place=table["problem"].map(PROGRAMS.index), rank=table["peer"].map(peers.rank))
    for _, row in table.sort_values(["place", "size", "shape", "threads", "rank", "compiler"]).iterrows():
        best = ratios.get(tuple(row[[*comparison.SAME, "compiler"]]), float("nan"))
        case = tables.case_text(row) + (f" ({row['varied']})" if row["varied"] else "")
        yield (case, peers.label(row["peer"], row["compiler"]), drawing.seconds(row["median"]), drawing.seconds(row["least"]), drawing.seconds(row["most"]),
               drawing.seconds(row["cpu_s"] / row["operations"]), tables.ratio_text(best / row["median"]),
               f"{row['speed_up'] / row['threads']:.2f}" if row["speed_up"] > 0 else "–")
