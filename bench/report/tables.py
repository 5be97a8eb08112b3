"""The tables: medians with their spread and the ratio to the best peer, losses, failures."""
import math

from . import comparison, drawing, markup, peers

FAIR = ("serial", "libgomp", "libomp", "libiomp5", "tbb", "threads", "taskflow", "libfork", "citor", "toomanycooks", "ttg_parsec", "native", "ttg", "xomp_taskflow", "xomp")


def ratio_text(value):
    if value is None or math.isnan(value):
        return "–"
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def case_text(row):
    """"fib small, 2 threads, cut-off if": the words for one case, without the runtime."""
    parts = [f"{row['problem']} {row['size']}".strip(), "1 thread" if row["threads"] == 1 else f"{row['threads']} threads"]
    parts += [row["version"]] if row["version"] != "tasks" else []
    parts += [f"cut-off {row['cutoff']}"] if row["cutoff"] != "none" else []
    parts += ["untied"] if row["untied"] else []
    return ", ".join(parts)


def medians_by_problem(cases):
    """(title, HTML table) for each program, size and cut-off by themselves, all runtimes with the same threads together."""
    for (suite, problem), rows in cases.groupby(["suite", "problem"]):
        yield f"{suite}: {problem} ({len(rows)} cases)", medians_table(problem, rows)


def medians_table(problem, rows):
    rows = rows.assign(rank=rows["peer"].map(peers.rank)).sort_values(
        ["size", "shape", "version", "cutoff", "untied", "threads", "rank", "policy", "compiler"])
    same = [*comparison.SAME, "compiler"]
    openmp = rows[rows["peer"].isin(peers.OPENMP)]
    best = openmp.groupby(same)["median"].min().rename("peer_best").reset_index()
    rows = rows.merge(best, on=same, how="left")
    has_joules = rows["joules"].notna().any()  # only where a run could read them
    body = []
    for _, row in rows.iterrows():
        compared = row["peer"] in peers.XOMP_KIND or row["peer"] in peers.OPENMP
        ratio = row["peer_best"] / row["median"] if compared else float("nan")
        body.append((case_text(row), row["varied"], peers.label(row["peer"], row["compiler"], row["policy"]), drawing.seconds(row["wall_s"]),
                     drawing.seconds(row["median"]), *costs(row, has_joules), f"{drawing.seconds(row['q1'])} … {drawing.seconds(row['q3'])}",
                     f"{drawing.seconds(row['least'])} … {drawing.seconds(row['most'])}", ratio_text(row["cpu_s"] / row["wall_s"]),
                     memory_text(row["peak_kb"]), runs_text(row), ratio_text(ratio)))
    kinds = ["ours" if row["peer"] in peers.XOMP_KIND else "" for _, row in rows.iterrows()]
    columns = [("case", "text"), ("parameters", "text"), ("runtime", "text"), ("run", "number"), ("an operation", "number"),
               ("its processor time", "number"), *([("its joules", "number")] if has_joules else []), ("quartiles", "number"),
               ("least … most", "number"), ("CPUs used", "number"), ("memory", "number"), ("runs", "number"), ("best peer / this", "number")]
    return markup.table(f"{problem}: medians of all runs. The last column compares with the fastest of libgomp, libomp and libiomp5 that "
                        "ran the same binary; above 1 is faster than that peer.", columns, body, kinds)


def costs(row, has_joules):
    """Processor time and, if wanted, joules of one operation."""
    operations = row["operations"] if row["operations"] > 0 else 1
    yield "–" if math.isnan(row["cpu_s"]) else drawing.seconds(row["cpu_s"] / operations)
    if has_joules:
        yield "–" if math.isnan(row["joules"]) else f"{row['joules'] / operations:.3g}"


def memory_text(kilobytes):
    return "–" if math.isnan(kilobytes) else f"{kilobytes / 1024:.0f} MB"


def runs_text(row):
    return f"{row['runs']}" + (f" ({row['disturbed']} disturbed)" if row["disturbed"] else "")


def losses_table(lost, caption):
    """lost: of comparison.losses."""
    body = [(case_text(row), row["varied"], row["compiler"], drawing.seconds(row["median"]), peers.look(row["best_peer"]).label,
             drawing.seconds(row["peer_median"]), "within the spread" if row["overlap"] else "", ratio_text(row["ratio"]))
            for _, row in lost.iterrows()]
    columns = [("case", "text"), ("parameters", "text"), ("compiler", "text"), ("XOMP", "number"), ("peer", "text"), ("its time", "number"),
               ("", "text"), ("ratio", "number")]
    return markup.table(caption, columns, body, ["loss"] * len(body))


def failures_table(failures):
    grouped = failures.groupby(["suite", "problem", "version", "peer", "policy", "compiler", "threads", "size", "cutoff", "untied", "reason"],
                               dropna=False).size().rename("times").reset_index()
    body = [(case_text(row), peers.label(row["peer"], row["compiler"], row["policy"]), row["reason"], row["times"])
            for _, row in grouped.sort_values("times", ascending=False).iterrows()]
    return markup.table("Runs that gave no time.", [("case", "text"), ("runtime", "text"), ("reason", "text"), ("times", "number")], body)
