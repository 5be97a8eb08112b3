"""The page: its sections in order, each made of what was measured, and saying so where something was not."""
import pathlib

from measure import rank_figures

from . import (comparison, curves, distribution, drawing, extras, goals, markup, medians, metg, overhead, papers, peers, policies, primitives, ratios, samples,
               selection, tables, verdict)
from .markup import Nothing, Raw, identifier, panels, paragraph, picture, section, table, text

STYLE = pathlib.Path(__file__).with_name("style.css")


def write(jsonl_path, out_dir):
    results = samples.read(jsonl_path)
    out = pathlib.Path(out_dir)
    out.mkdir(parents=True, exist_ok=True)
    file = out / "report.html"
    file.write_text(whole(results), encoding="utf-8")
    return file


def whole(results):
    cases = medians.cases(results.samples)
    parts = [(name, title, make(results, cases)) for name, title, make in SECTIONS]
    empty = [(title, inside) for _, title, inside in parts if isinstance(inside, Nothing)]
    parts = [(name, title, inside) for name, title, inside in parts if not isinstance(inside, Nothing)]
    if empty:
        parts.append(("empty", "Not part of these results", "<ul>" + "".join(f"<li>{text(title)}: {text(why)}</li>" for title, why in empty) + "</ul>"))
    links = "".join(f'<li><a href="#{name}">{text(title)}</a></li>' for name, title, _ in parts)
    body = "\n".join(section(name, title, inside) for name, title, inside in parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>xomp bench: report</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header><h1>XOMP beside the other OpenMP runtimes</h1>
<p class="note">{text(subtitle(results))}</p></header>
<nav aria-label="Sections"><ul>{links}</ul></nav>
<main>
{body}
</main>
</body>
</html>
"""


def subtitle(results):
    machine = results.machines[0] if results.machines else {}
    host = machine.get("host", {})
    where = f"{host.get('processors', '?')} x {host.get('model', 'unknown processor')}"
    return f"{machine.get('time', 'unknown time')} · {where} · {len(results.samples) + len(results.ranks)} runs"


def in_short(results, cases):
    words = "\n".join(paragraph(sentence) for sentence in verdict.sentences(results, cases))
    rows, kinds = [], []
    for goal in goals.all_goals(results, cases):
        mark = {True: '<span class="reached">reached</span>', False: '<span class="missed">not reached</span>', None: "not measured"}
        rows.append((goal.wanted, goal.seen, "undecided" if goal.is_undecided else Raw(mark[goal.reached])))
        kinds.append("")
    wanted = table("What XOMP set out to reach.", [("wanted", "text"), ("seen here", "text"), ("", "mark")], rows, kinds)
    compared = comparison.against_peers(cases)
    compared = compared[compared["suite"].isin(comparison.MEASURES_PROGRAMS)]
    if compared.empty:
        return f'<div class="verdict">{words}</div>{wanted}'
    drawn = picture(ratios.panel(compared), "ratios", "Each point is one case: a program at one size, cut-off, compiler and number of threads. "
                    "Right of the line XOMP is faster.", wide=True)
    return f'<div class="verdict">{words}</div>{drawn}{wanted}'


def what_was_run(results, _):
    machine = results.machines[-1] if results.machines else {}
    host = machine.get("host", {})
    facts = [("results", results.path), ("command", " ".join(map(str, machine.get("command", [])))), ("time", machine.get("time")),
             ("processor", f"{host.get('processors', '?')} x {host.get('model', '?')}"), ("NUMA nodes", host.get("numa_nodes")),
             ("memory", f"{host['memory_kb'] / 1024 / 1024:.1f} GB" if host.get("memory_kb") else None), ("kernel", host.get("kernel")),
             ("XOMP", " ".join(filter(None, [str(machine.get("xomp", "")), f"commit {machine['commit']}" if machine.get("commit") else ""]))),
             ("compilers", ", ".join(f"{name} {version}" for name, version in machine.get("compilers", {}).items())),
             ("runs", f"{len(results.samples)} with a time, {int(results.samples['disturbed'].sum())} of them disturbed by other programs, "
              f"{len(results.failures)} without"),
             ("invocations", len(results.machines) if len(results.machines) > 1 else None),
             ("complete", None if results.complete else "no: there was not enough time for every run"),
             ("unreadable lines", results.unreadable or None)]
    listed = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in facts if value)
    rows = [(name, peer.get("version", ""), peer.get("path", "")) for name, peer in machine.get("peers", {}).items()]
    known = table("Runtimes found.", [("runtime", "text"), ("version", "text"), ("file", "text")], rows) if rows else ""
    return f"<dl>{listed}</dl>{known}{METHOD}"


METHOD = paragraph(
    "Every run is a process of its own, and the runtimes take turns. Figures are medians; the spread is the quartiles and the extremes. "
    "A run during which other programs used more than a tenth of the machine counts as disturbed and is left out of the median where quiet "
    "runs exist. Programs check their own result in every run. What is compared is the time of an operation: a task, node, edge or flop, "
    "counted the same way for all runtimes. So a search that visits more nodes by chance is not punished for it.", "note")


def ranks(results, _):
    if not (found := rank_figures.figures(results.ranks)):
        return Nothing("not measured (suite ranks, which needs an MPI)")
    head, *body = rank_figures.rows(found)
    versions = ", ".join(f"{name} {version}" for name, version in (results.machines[-1].get("mpis", {}) if results.machines else {}).items())
    return table(f"Programs of several processes: ttg.h over MPI, the same written with plain MPI, and TTG on PaRSEC. Medians. {versions}",
                 [(name, "text" if name in ("figure", "MPI", "goal", "met") else "number") for name in head], body)


def scaling(_, cases):
    drawn = []
    for name, title, about, rows in curves.by_threads(cases):
        drawn.append(picture(curves.time_panel(title, rows), identifier(f"time-{name}"), f"Time an operation. {about}"))
        if rows["speed_up"].notna().any():
            drawn.append(picture(curves.speed_up_panel(title, rows), identifier(f"speed-up-{name}"), f"Speed-up over the serial program. {about}"))
    if not drawn:
        return Nothing("only one number of threads was run (--threads 1,2,4)")
    return LEGEND + panels(drawn, "pairs")


LEGEND = paragraph("Solid lines are built by gcc; dashed lines with hollow marks by clang. Bands are the quartiles. Both axes are logarithmic. The "
                   "serial program has no parallelism; it is the one of the compiler whose code is faster.", "note")


def sweeps(_, cases):
    drawn = [picture(curves.sweep_panel(title, parameter, rows), identifier(f"sweep-{name}"), f"{title}: rate against {parameter}; higher is better.")
             for name, title, parameter, rows in curves.sweeps(cases)]
    return panels(drawn) or Nothing("no series of a parameter was run (cholesky, syrk, bfs, or PROBLEM:PARAMETER=VALUE/VALUE/...)")


def overheads(results, _):
    found = overhead.rows(results.samples)
    if found.empty:
        return Nothing("not measured (problem task_length)")
    drawn = []
    for (problem, version, rest, threads), rows in found.groupby(["problem", "version", "rest", "threads"]):
        title = selection.program_title(problem, version, rest, selection.threads_text(threads))
        drawn.append(picture(overhead.panel(title, rows), identifier(f"overhead-{title}"), f"{title}: what a task costs beside its own work."))
    body = [(row["problem"], row["threads"], peers.label(row["peer"], row["compiler"]), drawing.seconds(row["task_ns"] * 1e-9),
             f"{row['overhead']:.1f}", f"{row['q1']:.1f} … {row['q3']:.1f}") for _, row in overhead.order(found).iterrows()]
    columns = [("problem", "text"), ("threads", "number"), ("runtime", "text"), ("task", "number"), ("overhead, ns", "number"), ("quartiles", "number")]
    return panels(drawn) + markup.details("The figures behind these pictures", table("Overhead a task.", columns, body))


def distributions(results, _):
    found = distribution.rows(results.samples)
    if found.empty:
        return Nothing("not measured (problems distribution, stealing)")
    drawn = []
    for (problem, version, rest, size, threads), rows in found.groupby(["problem", "version", "rest", "size", "threads"]):
        column, label = ("delta", "delta") if "steal" in problem else ("share", "tasks of a thread, as a share of the ideal")
        title = selection.program_title(problem, version, size, rest, selection.threads_text(threads))
        drawn.append(picture(distribution.panel(title, rows, column, label), identifier(f"distribution-{title}"),
                             f"{title}: all threads of all runs. Boxes are quartiles, whiskers the extremes."))
    body = [(row["problem"], row["threads"], peers.label(row["peer"], row["compiler"]), f"{row['least share']:.2f}",
             f"{row['greatest share']:.2f}", f"{row['median delta']:.3f}", f"{row['greatest delta']:.3f}")
            for _, row in distribution.summary(found).iterrows()]
    columns = [("problem", "text"), ("threads", "number"), ("runtime", "text"), ("least share", "number"), ("greatest share", "number"),
               ("median delta", "number"), ("greatest delta", "number")]
    return panels(drawn) + markup.details("The figures behind these pictures", table("delta = |tasks - ideal| / ideal.", columns, body))


def locks_and_queues(results, _):
    found = primitives.rows(results.samples)
    if found.empty:
        return Nothing("not measured (problems sync, queues)")
    drawn = []
    for (problem, size, rest), rows in found.groupby(["problem", "size", "rest"]):
        title = ", ".join(filter(None, [problem, size, rest]))
        drawn.append(picture(primitives.panel(title, rows), identifier(f"cycles-{title}"), f"{title}: median cycles of one operation."))
    return panels(drawn)


def other_metrics(results, _):
    parts = []
    for problem, names, rows in extras.by_problem(results.samples):
        columns = [("case", "text"), ("parameters", "text"), ("runtime", "text"), *((name, "number") for name in names)]
        parts.append(markup.details(f"{problem}: {', '.join(names)}", table(f"{problem}: medians.", columns, rows)))
    return "\n".join(parts) or Nothing("nothing was measured")


def policy_map(_, cases):
    found = policies.ratios(cases)
    if found is None:
        return Nothing("fewer than two were run (--policies all)")
    drawn = picture(policies.panel(found), "policies", "XOMP's policies (auto first, then by their mean): 1.00 is the best policy for that "
                    "program, dark is slow. The most threads and the largest size that all policies ran; no cut-off.", wide=True)
    columns = [("program", "text"), *((name, "number") for name in found.columns)]
    body = [(program, *(tables.ratio_text(value) for value in row)) for program, row in found.iterrows()]
    return drawn + markup.details("The figures behind this picture", table("Time as a multiple of the best policy's.", columns, body))


def task_bench(results, _):
    curve, found = metg.points(results.samples), metg.metg(results.samples)
    if curve.empty and found.empty:
        return Nothing("not run (suite taskbench)")
    drawn, ranked = [], []
    for (pattern, version, threads), rows in (selection.by_form(curve).groupby(["pattern", "version", "threads"]) if not curve.empty else ()):
        title = selection.program_title(pattern, version, selection.threads_text(threads))
        drawn.append(picture(metg.panel(title, rows), identifier(f"metg-{title}"), f"{title}: where a line falls below 50 %, its METG(50 %) is reached."))
    for (pattern, threads), rows in (found[found["searched"]].groupby(["pattern", "threads"]) if not found.empty else ()):
        title = selection.program_title(pattern, "tasks", selection.threads_text(threads))
        ranked.append(picture(metg.ranking(title, rows), identifier(f"metg-of-{title}"), f"{title}: METG(50 %), the median of the searches."))
    body = [(row["pattern"], row["version"], row["threads"], peers.label(row["peer"], row["compiler"]), metg.words(row), metg.spread(row))
            for _, row in found.sort_values(["pattern", "threads", "metg_us"]).iterrows()] if not found.empty else []
    columns = [("pattern", "text"), ("version", "text"), ("threads", "number"), ("runtime", "text"), ("METG(50 %)", "number"), ("least … most", "number")]
    return panels(ranked, "pairs") + panels(drawn) + table("METG(50 %): the shortest task that keeps half of the best rate. Shorter is better.", columns, body)


def paper_claims(results, cases):
    kinds = {"agrees": "agrees", "agrees in direction": "agrees", "differs": "differs"}
    measured, rest = [], []
    for answer in papers.answers(results, cases):
        claim = answer.claim
        row = (claim["claim"], f"{claim['paper']}, {claim['where']}", claim["machine"], claim["reported"], answer.seen)
        if answer.verdict in kinds:
            measured.append((*row, Raw(f'<span class="{kinds[answer.verdict]}">{text(answer.verdict)}</span>'), claim.get("simulated", ""),
                             claim.get("because", "")))
        else:
            rest.append(row)
    columns = [("claim", "text"), ("paper, section", "text"), ("its machine", "text"), ("reported", "text")]
    here = [("this machine", "text"), ("", "mark"), ("simulated on its machine", "text"), ("why they differ", "text")]
    note = paragraph(f"A figure agrees when it lies within a factor of {papers.WITHIN} of the reported one. It agrees in direction when only the winner is the "
                     "same. The papers' machines had 16 to 192 cores. What needs that many cannot be seen on a small machine.", "note")
    seen = table("What the papers reported, and what this machine shows.", [*columns, *here], measured) if measured else ""
    unseen = markup.details(f"{len(rest)} claims of which these results say nothing",
                            table("What would show them.", [*columns, ("why not", "text")], rest)) if rest else ""
    return note + seen + unseen


def where_xomp_loses(results, cases):
    compared = comparison.against_peers(cases)
    lost = comparison.losses(compared)
    parts = []
    if compared.empty:
        parts.append(paragraph("Nothing to compare: no case ran both on XOMP and on libgomp, libomp or libiomp5.", "note"))
    elif lost.empty:
        parts.append(paragraph(f"XOMP is nowhere below {comparison.LOSS} of the best peer, in {len(compared)} cases."))
    else:
        parts.append(paragraph(f"In {len(lost)} of {len(compared)} cases XOMP reaches less than {comparison.LOSS} of the speed of the best OpenMP peer that "
                               "ran the same binary. Worst first."))
        programs = lost["suite"].isin(comparison.MEASURES_PROGRAMS)
        if programs.any():
            parts.append(tables.losses_table(lost[programs], "Programs that are slower on XOMP than on an OpenMP peer."))
        if not programs.all():
            parts.append(tables.losses_table(lost[~programs], "Micro-benchmarks, Task-Bench and constructs that are slower on XOMP than on an OpenMP peer."))
    others = comparison.losses(comparison.against_other_libraries(cases))
    if not others.empty:
        parts.append(markup.details(f"Slower than oneTBB, std::thread or the serial program: {len(others)} cases",
                                    tables.losses_table(others, "The problem written by other means. The serial program always has one thread.")))
    ours = results.failures[results.failures["peer"] == "xomp"]
    if not ours.empty:
        parts.append(paragraph(f"{len(ours)} runs of XOMP gave no time (see the failures)."))
    return "\n".join(parts)


def missing(results, _):
    parts = []
    if len(results.failures):
        parts.append(tables.failures_table(results.failures))
    if results.skipped:
        rows = [(selection.left_out(entry), entry.get("reason", ""), Raw(f"<code>{text(entry['install'])}</code>") if entry.get("install")
                 else "") for entry in results.skipped]
        parts.append(table("Peers and programs left out.", [("what", "text"), ("why", "text"), ("to have it", "text")], rows))
    return "\n".join(parts) or paragraph("No run failed, none timed out, and no peer was left out.")


def all_tables(_, cases):
    if cases.empty:
        return paragraph("No samples.", "note")
    return "\n".join(markup.details(title, inside) for title, inside in tables.medians_by_problem(cases))


SECTIONS = (
    ("verdict", "In short", in_short), ("run", "What was run", what_was_run), ("losses", "Where XOMP loses", where_xomp_loses),
    ("scaling", "Time and speed-up against threads", scaling), ("sweeps", "Tile and grain sizes", sweeps),
    ("overhead", "Task overhead against task length", overheads), ("distribution", "Who runs the tasks", distributions),
    ("primitives", "Locks and queues by themselves", locks_and_queues), ("metrics", "Beside time: rates, memory, cycles", other_metrics), ("policies", "XOMP's policies", policy_map), ("task-bench", "Task-Bench", task_bench),
    ("ranks", "Several processes", ranks),
    ("papers", "What the papers reported", paper_claims), ("missing", "Failures and left-out peers", missing),
    ("tables", "All medians", all_tables))
