"""What problems measure beside time, such as bytes a waiting task needs or cycles of a queue's operation: medians in tables."""
import pandas

from . import medians, peers, selection, tables

# Metric and what it is. Those that have pictures of their own are not here.
METRICS = {"cycles": "cycles", "cycles_per_op": "cycles", "put_cycles": "cycles of a put", "take_cycles": "of a take", "bytes_a_task": "bytes a waiting task", "waiting": "tasks let wait", "tasks_per_s": "tasks a second",
           "gflops": "GFLOP/s", "mteps": "million edges a second", "moved": "tasks moved", "most_above_share": "most above a share"}
SAME = ["problem", "version", "size", "cutoff", "untied", "threads", "shape", "peer", "compiler"]


def by_problem(samples):
    """(problem, columns, rows) for each problem that has such metrics."""
    table = selection.plain_policies(samples)
    for (_, problem), rows in table.groupby(["suite", "problem"]):
        found = {name: medians.metric(rows, name) for name in METRICS}
        found = {name: kept for name, kept in found.items() if not kept.empty}
        if found:
            yield problem, [METRICS[name] for name in found], lines(found)


def lines(found):
    columns = [kept.astype({name: float}).groupby(SAME)[name].median() for name, kept in found.items()]
    together = pandas.concat(columns, axis=1).reset_index()
    together = together.assign(rank=together["peer"].map(peers.rank)).sort_values(["size", "version", "shape", "threads", "rank", "compiler"])
    return [(tables.case_text(row), row["shape"], peers.label(row["peer"], row["compiler"]), *(number(row[name]) for name in found))
            for _, row in together.iterrows()]


def number(value):
    return "–" if pandas.isna(value) else f"{value:,.0f}".replace(",", "\u202f") if abs(value) >= 1000 else f"{value:.3g}"
