"""The section of bench/results/programs.md that a results file gives: the figures of the HTML page, in Markdown, with pictures as files."""
import os
import pathlib
import re

from . import comparison, curves, drawing, goals, medians, metg, overhead, papers, peers, policies, ratios, samples, selection, tables, verdict

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"  # where the section stands: links start there
COLUMNS = ("serial", *peers.OPENMP, *peers.OWN_PROGRAMS, "xomp")


def section(jsonl_path, pictures):
    """The section's text. The pictures go into the folder `pictures`; old ones of that name there are removed."""
    results = samples.read(jsonl_path)
    cases = medians.cases(results.samples)
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("bench-*.svg"):
        old.unlink()
    parts = [heading(results), *verdict.sentences(results, cases), reached(results, cases), *drawn(results, cases, pictures), *programs(cases),
             lost(cases), task_bench(results.samples), claims(results, cases), missing(results)]
    return "\n\n".join(part for part in parts if part)


def only_tables(jsonl_path):
    """Of the section the tables of times and of losses: for sessions that stand beside the one that has the pictures."""
    results = samples.read(jsonl_path)
    cases = medians.cases(results.samples)
    return "\n\n".join(part for part in (heading(results), *programs(cases), lost(cases), missing(results)) if part)


def heading(results):
    machine = results.machines[-1] if results.machines else {}
    host = machine.get("host", {})
    commands = dict.fromkeys(without_folder([str(word) for word in each.get("command", [])]) for each in results.machines)
    commits = dict.fromkeys(each.get("commit") or "?" for each in results.machines)  # sessions of one day may stand together
    facts = [str(machine.get("time", ""))[:10], f"{host.get('processors', '?')} x {host.get('model', '?')}", f"commit {', '.join(commits) or '?'}",
             f"{len(results.samples)} runs, {int(results.samples['disturbed'].sum())} of them disturbed"]
    return f"{', '.join(f'`{command}`' for command in commands)}, {', '.join(facts)}:"


def without_folder(words):
    """The command; where its results went says nothing to the reader."""
    place = words.index("--out") if "--out" in words else len(words)
    return " ".join(words[:place] + words[place + 2:])


def markdown_table(columns, rows, numbers_from=1):
    """Cells are text; columns from `numbers_from` on stand at the right."""
    def line(cells):
        return "| " + " | ".join(str(value).replace("|", "\\|").replace("<", "&lt;") for value in cells) + " |"
    ruler = ["---" if index < numbers_from else "---:" for index in range(len(columns))]
    return "\n".join([line(columns), line(ruler), *map(line, rows)])


def reached(results, cases):
    words = {True: "reached", False: "NOT REACHED", None: ""}
    rows = [(goal.wanted, goal.seen, "undecided" if goal.is_undecided else words[goal.reached]) for goal in goals.all_goals(results, cases)]
    return markdown_table(["wanted", "seen here", ""], rows, 3)


def drawn(results, cases, folder):
    """The pictures that the samples suffice for."""
    compared = selection.comparable(comparison.against_peers(cases))
    if not compared.empty:
        yield picture(ratios.panel(compared), "bench-ratios", folder, "XOMP against the best peer, case by case; right of the line XOMP is faster.")
    shown = [entry for entry in curves.by_threads(cases) if entry[3]["speed_up"].notna().any()]
    if shown:
        yield picture(curves.speed_up_grid(shown), "bench-speed-up", folder, "Speed-up over the serial program; solid lines gcc, dashed clang.")
    found = overhead.rows(results.samples)
    if not found.empty:
        most = found[found["threads"] == found["threads"].max()]
        for (version, rest), rows in most[most["version"] == "tasks"].groupby(["version", "rest"]):
            title = selection.program_title("task overhead", version, rest, selection.threads_text(rows["threads"].iloc[0]))
            yield picture(overhead.panel(title, rows), "bench-task-length", folder, "What a task costs beside its own work, against its length.")
            break
    if (table := policies.ratios(cases)) is not None:
        yield picture(policies.panel(table), "bench-policies", folder, "XOMP's policies: time as a multiple of the best policy's.")
    curve = metg.points(results.samples)
    if not curve.empty:
        rows = curve[curve["pattern"].str.startswith("stencil_1d") & (curve["version"] == "tasks")]
        rows = rows[rows["threads"] == 2] if (rows["threads"] == 2).any() else rows[rows["threads"] == rows["threads"].max()]
        if not rows.empty:
            title = f"Task-Bench, {rows['pattern'].iloc[0]}, {selection.threads_text(rows['threads'].iloc[0])}"
            yield picture(metg.panel(title, rows), "bench-task-bench", folder, "Task-Bench: efficiency against the length of a task.")
    found = metg.metg(results.samples)
    for (pattern, threads), rows in (found[found["searched"]].groupby(["pattern", "threads"]) if not found.empty else ()):
        if pattern.startswith("stencil_1d") and threads == found["threads"].max():
            title = selection.program_title(pattern, "tasks", selection.threads_text(threads))
            yield picture(metg.ranking(title, rows), "bench-metg", folder, "Task-Bench: the shortest task with which half of the time is still work.")


def picture(figure, name, folder, words):
    drawing.svg_file(figure, name, pathlib.Path(folder) / f"{name}.svg")
    link = os.path.relpath(pathlib.Path(folder) / f"{name}.svg", RESULTS)
    return f"![{words}]({link})\n\n{words}"


def programs(cases):
    """A table for each suite: one line a program, size and number of threads; time an operation of each runtime's faster binary."""
    table = selection.plain_policies(cases)
    table = table[table["suite"] != "taskbench"]  # lengths of tasks that a search goes through: METG tells
    for suite, rows in table.groupby("suite"):
        shown = [peer for peer in COLUMNS if (rows["peer"] == peer).any()]
        lines = list(program_lines(rows, shown))
        if lines:
            titles = [peers.look(peer).label for peer in shown if peer != "xomp"] + ["XOMP gcc", "XOMP clang", "gcc: best peer / XOMP", "clang"]
            yield f"Suite `{suite}`, time of one operation (medians):\n\n" + markdown_table(["case", *titles], lines)


def program_lines(rows, shown):
    serial = comparison.serial_programs(rows)
    compared = comparison.against_peers(rows)
    ours = rows[rows["peer"] == "xomp"]
    for keys, group in sorted(ours.groupby(comparison.SAME), key=lambda item: numbers_in_order(item[0])):
        same = dict(zip(comparison.SAME, keys))
        varied = group["varied"].iloc[0]
        cells = [tables.case_text(same) + (f" ({varied})" if varied else "")]
        for peer in shown:
            if peer != "xomp":
                cells.append(fastest(matching(serial if peer == "serial" else rows[rows["peer"] == peer], same, peer)))
        cells += [fastest(group[group["compiler"] == compiler]) for compiler in ("gcc", "clang")]
        mine = compared[(compared[comparison.SAME] == list(keys)).all(axis=1)]
        cells += [tables.ratio_text(mine[mine["compiler"] == compiler]["ratio"].max()) for compiler in ("gcc", "clang")]
        yield cells


def numbers_in_order(keys):
    """For sorting: "tile 64" before "tile 128"."""
    return [[(word.isdigit(), int(word) if word.isdigit() else word) for word in re.split(r"(\d+)", str(key))] for key in keys]


def matching(rows, same, peer):
    names = ["problem", "size", "shape"] + (["threads"] if peer != "serial" else [])
    names += ["version", "cutoff", "untied"] if peer in peers.OPENMP else []
    return rows[(rows[names] == [same[name] for name in names]).all(axis=1)]


def fastest(rows):
    return drawing.seconds(rows["median"].min()) if len(rows) else "–"


def lost(cases):
    compared = comparison.against_peers(cases)
    if compared.empty:
        return ""
    rows = [(tables.case_text(row), row["varied"], row["compiler"], drawing.seconds(row["median"]),
             f"{peers.look(row['best_peer']).label} {drawing.seconds(row['peer_median'])}", tables.ratio_text(row["ratio"]) +
             (" (spreads overlap)" if row["overlap"] else "")) for _, row in comparison.losses(compared).iterrows()]
    if not rows:
        return f"XOMP is nowhere below {comparison.LOSS} of the best peer that ran the same binary ({len(compared)} cases)."
    return (f"Where XOMP is below {comparison.LOSS} of the best peer that ran the same binary ({len(rows)} of {len(compared)} cases):\n\n" +
            markdown_table(["case", "parameters", "compiler", "XOMP", "peer", "ratio"], rows, 3))


def task_bench(table):
    found = metg.metg(table)
    if found.empty:
        return ""
    rows = [(row["pattern"], row["version"], row["threads"], peers.label(row["peer"], row["compiler"]), metg.words(row), metg.spread(row))
            for _, row in found.sort_values(["pattern", "threads", "metg_us"]).iterrows()]
    return "Task-Bench, METG(50 %):\n\n" + markdown_table(["pattern", "version", "threads", "runtime", "METG(50 %)", "least … most"], rows, 4)


def claims(results, cases):
    found = [answer for answer in papers.answers(results, cases) if answer.verdict != "not measured here"]
    rows = [(answer.claim["claim"], f"{answer.claim['paper']}, {answer.claim['where']}", answer.claim["reported"], answer.seen, answer.verdict,
             answer.claim.get("simulated", ""), answer.claim.get("because", "")) for answer in found]
    return (f"What the papers reported, and what this machine shows. A figure agrees when it lies within a factor of {papers.WITHIN} of the reported one. "
            "It agrees in direction when only the winner is the same. The papers' machines had 16 to 192 cores.\n\n") + markdown_table(
        ["claim", "paper", "reported", "here", "", "simulated on its machine", "why they differ"], rows, 7) \
        if rows else ""


def missing(results):
    lines = [f"{selection.left_out(entry)}: {entry.get('reason', '')}" for entry in results.skipped]
    failed = results.failures.groupby(["problem", "size", "threads", "peer", "compiler", "reason"]).size() if len(results.failures) else {}
    lines += [f"{problem} {size}, {selection.threads_text(threads)}, {peers.label(peer, compiler)}: {reason} ({count} times)"
              for (problem, size, threads, peer, compiler, reason), count in failed.items()]
    return "Left out or failed:\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""
