"""From a results file's samples to rows: one piece of work with one number of threads, and who did it how fast. Of `xomp bench` and of its
page, so that both say the same."""
import collections
import math
import statistics
from dataclasses import dataclass, field

from measure.quiet import DISTURBED_SHARE

OPENMP_PEERS = ("libgomp", "libomp", "libiomp5")
OTHERS = ("tbb", "threads", "taskflow", "ttg_parsec", "native", "ttg", "xomp_taskflow", "serial")


def time_each(sample):
    """Seconds of one operation, or METG where a run searched it: what all comparisons are made of."""
    if "metg_us" in sample:
        return sample["metg_us"] * 1e-6
    return sample["wall_s"] / sample["operations"] if sample.get("operations") else sample["wall_s"]


@dataclass
class Runner:
    """All samples of one case."""
    compiler: str
    peer: str
    policy: str
    seconds: list = field(default_factory=list)  # of one operation
    cpu_seconds: list = field(default_factory=list)  # of all processors together, for one operation
    joules: list = field(default_factory=list)  # of the whole machine, for one operation
    mebibytes: list = field(default_factory=list)  # at most, of each run
    is_quiet: bool = False  # the figures are of runs that nobody disturbed

    def add(self, sample):
        self.seconds.append(time_each(sample))
        self.is_quiet = is_quiet(sample)
        operations = sample.get("operations") or 1
        if sample.get("cpu_s"):
            self.cpu_seconds.append(sample["cpu_s"] / operations)
        if "joules" in sample:
            self.joules.append(sample["joules"] / operations)
        if sample.get("peak_kb"):
            self.mebibytes.append(sample["peak_kb"] / 1024)

    @property
    def median(self):
        return statistics.median(self.seconds)

    @property
    def memory(self):
        return statistics.median(self.mebibytes) if self.mebibytes else None

    @property
    def processors(self):
        return statistics.median(self.cpu_seconds) if self.cpu_seconds else None

    @property
    def energy(self):
        return statistics.median(self.joules) if self.joules else None

    def spread_reaches(self, other):
        return min(self.seconds) <= max(other.seconds) and min(other.seconds) <= max(self.seconds)


@dataclass
class Row:
    """One piece of work with one number of threads: who did it how fast."""
    title: str
    threads: int
    work: list
    form: str  # the version
    runners: list = field(default_factory=list)

    def best(self, peers, compiler=None):
        fitting = [r for r in self.runners if r.peer in peers and compiler in (None, r.compiler) and r.policy in ("", "auto")]
        return min(fitting, key=lambda r: r.median, default=None)

    def speed_up(self, compiler=None, peers=OPENMP_PEERS):
        """How many times as fast as the best of these peers XOMP is, or None."""
        ours, theirs = self.best(("xomp",), compiler), self.best(peers, compiler)
        return theirs.median / ours.median if ours and theirs else None


def _work(r):
    """Problem with parameters, and size: who is no OpenMP has neither cut-off nor untied tasks, and does the same work."""
    return r["key"].split("/")[:2]


def _form(r):
    """Which version of another library's program stands beside which OpenMP version: "tbb_loops" beside "loops", "tbb" beside tasks."""
    return r["version"].partition("_")[2] or "tasks"


def _beside(others, work, threads, form):
    """Of those that do this work: in the same form if anybody does, else in the usual one."""
    fitting = {key: runner for (key, its), runner in others[(*work, threads)].items() if its == form}
    return fitting or {key: runner for (key, its), runner in others[(*work, threads)].items() if its == "tasks"}


def is_quiet(sample):
    return (sample.get("others_share") or 0) <= DISTURBED_SHARE


def _counted(records):
    """Of each case the runs that nobody disturbed; all of them only where there is no other."""
    samples = [r for r in records if r["kind"] == "sample"]
    with_quiet = {r["key"] for r in samples if is_quiet(r)}
    return [r for r in samples if is_quiet(r) or r["key"] not in with_quiet]


def rows_of(records):
    samples = _counted(records)
    openmp, others = {}, collections.defaultdict(dict)
    for r in samples:
        if r["peer"] == "serial" and r["version"] != "serial":
            continue
        if r["peer"] in OTHERS:
            runner = others[(*_work(r), r["threads"])].setdefault((r["key"], _form(r)), Runner(r["compiler"], r["peer"], r["policy"]))
        else:
            title = r["key"].partition(f"/{r['version']}/{r['threads']}/")[0].replace("/none", "").replace("/tied", "").replace("/default", "")
            title += "" if r["version"] in ("tasks", "openmp") else f" ({r['version']})"
            _, runners = openmp.setdefault((title, r["threads"]), (Row(title, r["threads"], _work(r), r["version"]), {}))
            runner = runners.setdefault(r["key"], Runner(r["compiler"], r["peer"], r["policy"]))
        runner.add(r)
    for row, runners in openmp.values():
        serial = {key: runner for (key, _), runner in others[(*row.work, 1)].items() if runner.peer == "serial"}
        row.runners = list({**runners, **_beside(others, row.work, row.threads, row.form), **serial}.values())
    return [row for row, _ in openmp.values()] + _rows_without_openmp(openmp, others)


def _rows_without_openmp(openmp, others):
    """Of problems that OpenMP has no way to write."""
    rows, known = [], {(*row.work, row.threads) for row, _ in openmp.values()}
    for (*work, threads), runners in others.items():
        if (*work, threads) not in known and any(runner.peer != "serial" for runner in runners.values()):
            rows.append(Row("/".join(work), threads, work, "tasks", list(runners.values())))
    return rows


def headline(rows):
    """The one sentence on a whole run, on the terminal and on the page; empty where there is nothing to compare. Rows that have no undisturbed
    run decide nothing: they count only where there are no others, and then the sentence says so."""
    ratios = [(ratio, row.best(("xomp",)).is_quiet and row.best(OPENMP_PEERS).is_quiet) for row in rows if (ratio := row.speed_up())]
    if not ratios:
        return ""
    quiet = [ratio for ratio, is_sure in ratios if is_sure]
    counted = quiet or [ratio for ratio, _ in ratios]
    mean = math.exp(statistics.fmean(map(math.log, counted)))
    left_out = len(ratios) - len(counted)
    caution = "" if quiet else "Every run was disturbed by other programs, so these figures say little: "
    return (f"{caution}XOMP (auto) against the best OpenMP peer of each row: geometric mean {mean:.2f} times as fast, "
            f"{len(counted)} row{'' if len(counted) == 1 else 's'}; from {min(counted):.2f} to {max(counted):.2f}."
            + (f" {left_out} more had no undisturbed run." if left_out else ""))
