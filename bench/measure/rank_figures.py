"""What the suite "ranks" says: for each piece of work a figure of ttg.h, of plain MPI and of TTG on PaRSEC, and whether ttg.h meets its goal."""
import collections
import statistics
from dataclasses import dataclass, field

from measure.quiet import DISTURBED_SHARE

FORMS = ("Buffer", "splitmd", "vector", "archive")
LARGE = 1 << 20  # bytes, from which on the goal for bandwidth holds


@dataclass
class Figure:
    title: str
    ranks: int
    threads: int  # of a process; plain MPI's program has one
    mpi: str
    unit: str
    values: dict = field(default_factory=dict)  # by peer: the median of all runs
    goal: str = ""
    is_met: object = None  # None: there is no goal, or what it needs was not measured, or not undisturbed
    is_disturbed: bool = False  # of ttg.h or plain MPI there is no undisturbed run


def _us(sample):
    return sample["wall_s"] / sample["operations"] * 1e6


def _size(count):
    return f"{count / 2**20:g} MiB" if count >= 2**20 else f"{count / 2**10:g} KiB"


def _at_most(limit, text):
    """A goal for the time `ours`, by plain MPI's."""
    def judge(ours, theirs, _):
        return text, None if theirs is None else ours <= limit(theirs)
    return judge


def _rate_goal(ours, *_):
    return "5 M/s", ours >= 5


def _bandwidth_goal(ours, theirs, sample):
    if sample["parameters"]["bytes"] < LARGE:
        return "", None
    share = 0.9 if sample["parameters"]["form"] < 2 else 0.6
    return f"{share:.0%} of MPI's", None if theirs is None else ours >= share * theirs


def _title(sample):
    """Of a problem without a name of its own here: its name, and the parameters that were chosen."""
    return sample["key"].split("/")[0].partition("ranks=")[0].rstrip(":,")


def _no_goal(*_):
    return "", None


# By problem: title of a sample, its value, the unit, the goal.
KINDS = {
    "ranks_hop": (lambda s: f"hop, {s['parameters']['flows']:g} flow{'' if s['parameters']['flows'] == 1 else 's'}", _us, "us", _at_most(lambda t: t + 1, "MPI's + 1 us")),
    "ranks_rate": (lambda s: f"messages, {s['parameters']['bytes']:g} bytes", lambda s: 1 / _us(s), "M/s", _rate_goal),
    "ranks_bandwidth": (lambda s: f"{_size(s['parameters']['bytes'])}, {FORMS[int(s['parameters']['form'])]}", lambda s: s["gb_per_s"], "GB/s",
                        _bandwidth_goal),
    "ranks_broadcast": (lambda s: f"broadcast of {_size(s['parameters']['bytes'])}, {s['parameters']['terminals']:g} terminal{'' if s['parameters']['terminals'] == 1 else 's'}",
                        _us, "us", _no_goal),
    "ranks_fence": (lambda s: "empty fence", _us, "us", _at_most(lambda t: t + 2, "2 all-reduces + 2 us")),
    "ranks_metg": (lambda s: f"METG({s['parameters']['target']:g} %) of {s['pattern']}", lambda s: s["metg_us"], "us",
                   _at_most(lambda t: 2 * t, "2 x MPI's")),
}
SENT = ("values sent to each process", lambda s: s["sent_share"], "", lambda ours, *_: ("1", ours < 1.05))


def _kinds_of(sample):
    found = [KINDS.get(sample["problem"], (_title, lambda s: s["wall_s"] * 1e3, "ms", _no_goal))]
    if sample["problem"] == "ranks_broadcast":
        title = found[0][0](sample)
        found.append((lambda _: f"{title}: {SENT[0]}", *SENT[1:]))
    return found


def figures(records):
    """Of all records of a results file, in their order. Of XOMP's policies only the usual one."""
    rows, samples = {}, collections.defaultdict(list)
    for record in records:
        if record["kind"] != "sample" or not record.get("mpi") or record.get("policy") not in ("", "auto"):
            continue
        for title, value, unit, goal in _kinds_of(record):
            key = (title(record), record["size"], record["ranks"], record["mpi"])
            samples[(*key, record["threads"], record["peer"])].append((value(record), record.get("others_share", 0) > DISTURBED_SHARE))
            if record["peer"] != "mpi":
                rows.setdefault((*key, record["threads"]), (record, unit, goal))
    return [_figure(key, *row, samples) for key, row in rows.items()]


def _figure(key, sample, unit, goal, samples):
    *work, threads = key
    title, _, ranks, mpi = work
    figure = Figure(title, ranks, threads, mpi, unit)
    for peer, of_threads in (("mpi", 1), ("ttg_parsec", threads), ("ttg", threads)):
        if values := samples.get((*work, of_threads, peer)):
            quiet = [value for value, is_disturbed in values if not is_disturbed]
            figure.values[peer] = statistics.median(quiet or [value for value, _ in values])
            figure.is_disturbed |= not quiet and peer != "ttg_parsec"
    if "ttg" in figure.values:
        figure.goal, is_met = goal(figure.values["ttg"], figure.values.get("mpi"), sample)
        figure.is_met = None if figure.is_disturbed else is_met
    return figure


def text_of(figure, peer):
    value = figure.values.get(peer)
    return "" if value is None else f"{value:.3g} {figure.unit}".strip()


def rows(found):
    """A table of texts, the first row its head."""
    lines = [["figure", "ranks x threads", "MPI", "plain MPI", "TTG on PaRSEC", "ttg.h", "goal", "met"]]
    for f in found:
        met = "yes" if f.is_met else "NO" if f.is_met is not None else "disturbed" if f.is_disturbed and f.goal else ""
        lines.append([f.title, f"{f.ranks} x {f.threads}", f.mpi, text_of(f, "mpi"), text_of(f, "ttg_parsec"), text_of(f, "ttg"), f.goal, met])
    return lines
