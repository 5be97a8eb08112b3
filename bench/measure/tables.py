"""Prints results: for each case a line a runtime, with the ratio to the best of the other runtimes."""

UNITS = ((1e9, "s"), (1e6, "ms"), (1e3, "us"))


def time_text(ns):
    if ns is None:
        return "-"
    for size, unit in UNITS:
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def is_peer(results):
    return not results.runtime.endswith("/xomp")


def best_peer(all_results, key="wall_ns", wanted=is_peer):
    values = [results.median(key) for results in all_results if wanted(results) and results.trials]
    return min(values) if values else None


def print_case(all_results, out):
    best = best_peer(all_results)
    print(f"\n{all_results[0].case.title}", file=out)
    for results in all_results:
        print(f"  {results.runtime:<16}{line_of(results, best)}", file=out)


def line_of(results, best):
    if not results.trials:
        return results.failures[0] if results.failures else "-"
    walls = results.values("wall_ns")
    columns = [time_text(value) for value in (results.median(), min(walls), max(walls), results.median("cpu_ns"))]
    ratio = f"{results.median() / best:.2f}" if best else "-"
    efficiency = results.median("efficiency")
    columns += [ratio, f"{efficiency:.2f}" if efficiency else ""]
    line = "".join(f"{column:>11}" for column in columns)
    disturbed = sum(share > 0.10 for share in results.values("others_share"))
    notes = [f"{disturbed} of {len(results.trials)} disturbed"] if disturbed else []
    notes += [f"{len(results.failures)} failed: {results.failures[0]}"] if results.failures else []
    return line + ("   " + "; ".join(notes) if notes else "")


def print_head(out):
    titles = ["median", "min", "max", "cpu", "/best peer", "efficiency"]
    print("  " + "wall time each".ljust(16) + "".join(f"{title:>11}" for title in titles), file=out)


def print_rows(rows, out, gap="  "):
    """Plain columns, as wide as their widest cell; the first row is the head."""
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        print(gap.join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip(), file=out)
        if number == 0:
            print(gap.join("-" * width for width in widths), file=out)
