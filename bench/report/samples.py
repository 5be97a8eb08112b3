"""Reads a results file: machines, samples, failures, skipped peers. Lines that cannot be read are counted, never guessed at."""
import dataclasses
import json
import math
import pathlib

import pandas

# What makes two samples the same case. `shape` is the parameters as text.
IDENTITY = ["suite", "problem", "version", "peer", "policy", "compiler", "threads", "size", "cutoff", "untied", "shape"]
DISTURBED_SHARE = 0.1  # of the machine that other processes used during a run

DEFAULTS = {"suite": "other", "problem": "?", "version": "tasks", "peer": "?", "policy": "", "compiler": "", "threads": 1,
            "size": "", "cutoff": "none", "untied": False}
KINDS = ("machine", "sample", "failure", "skipped", "end")
NUMBERS = ("operations", "wall_s", "cpu_s", "joules", "peak_kb", "others_share")


@dataclasses.dataclass
class Results:
    path: str
    machines: list  # the first line and one more after each resume
    samples: pandas.DataFrame  # IDENTITY, NUMBERS, run, disturbed, parameters, metrics
    failures: pandas.DataFrame  # IDENTITY, run, reason
    skipped: list  # {"peer" or "program", "reason", "install"}
    ranks: list = dataclasses.field(default_factory=list)  # samples of several processes, as they were read
    complete: bool = True  # whether the last invocation had time for all
    unreadable: int = 0  # lines


def read(path):
    """The results of the file; RuntimeError if it is not there or says nothing at all."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise RuntimeError(f"{path}: {problem.strerror}") from problem
    kinds = {kind: [] for kind in KINDS}
    unreadable = 0
    for line in filter(str.strip, text.splitlines()):
        entry = parsed(line)
        if entry is None:
            unreadable += 1
        elif entry["kind"] == "sample" and not entry.get("ok", True):
            kinds["failure"].append({"reason": "wrong result", **entry})
        else:
            if entry["kind"] == "machine":  # each invocation says anew what it leaves out
                kinds["skipped"].clear()
            kinds[entry["kind"]].append(entry)
    if not any(kinds[kind] for kind in ("sample", "failure", "skipped")):
        broken = f" ({unreadable} lines cannot be read)" if unreadable else ""
        raise RuntimeError(f"{path}: holds no samples{broken}")
    skipped = list({(entry.get("peer"), entry.get("program"), entry.get("problem")): entry for entry in kinds["skipped"]}.values())
    complete = not kinds["end"] or bool(kinds["end"][-1].get("complete", True))
    ranks = [entry for entry in kinds["sample"] if entry.get("mpi")]
    others = [entry for entry in kinds["sample"] if not entry.get("mpi")]
    return Results(str(path), kinds["machine"], samples_table(others), failures_table(kinds["failure"]), skipped, ranks, complete, unreadable)


def parsed(line):
    """The line as a dictionary of a known kind, else None: a run that was ended in the middle of a line leaves half a line."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) and entry.get("kind") in KINDS else None


def identity(entry):
    case = {name: entry[name] if entry.get(name) is not None else default for name, default in DEFAULTS.items()}
    if case["peer"] == "xomp" and not case["policy"]:
        case["policy"] = "auto"
    parameters = entry.get("parameters") or {}
    case["shape"] = ", ".join(f"{name} {value:g}" if isinstance(value, (int, float)) else f"{name} {value}"
                              for name, value in parameters.items())
    return case


def samples_table(entries):
    rows = []
    for entry in entries:
        numbers = {name: entry.get(name) for name in NUMBERS}
        rest = {name: value for name, value in entry.items() if name not in DEFAULTS and name not in NUMBERS}
        rows.append({**identity(entry), **numbers, "run": entry.get("run", 0), "key": entry.get("key", ""),
                     "parameters": entry.get("parameters") or {}, "metrics": rest})
    table = pandas.DataFrame(rows, columns=[*IDENTITY, *NUMBERS, "run", "key", "parameters", "metrics"])
    for name in NUMBERS:
        table[name] = pandas.to_numeric(table[name], errors="coerce")
    table = table[table["wall_s"] > 0]
    # A run that was repeated after a resume counts once, with its last figures.
    table = table.drop_duplicates([*IDENTITY, "key", "run"], keep="last").reset_index(drop=True)
    table["disturbed"] = table["others_share"].fillna(0) > DISTURBED_SHARE
    return table


def records_of(table):
    """The samples as `xomp bench` has them before they are in a file: what measure.rows reads."""
    for row in table.to_dict("records"):
        yield {**row["metrics"], "kind": "sample", **{name: value for name, value in row.items() if name != "metrics" and not _is_missing(value)}}


def _is_missing(value):
    return isinstance(value, float) and math.isnan(value)


def failures_table(entries):
    rows = [{**identity(entry), "run": entry.get("run", 0), "reason": str(entry.get("reason", "failed"))} for entry in entries]
    return pandas.DataFrame(rows, columns=[*IDENTITY, "run", "reason"])
