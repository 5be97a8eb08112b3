"""What the suite "public" says: for each of the public table's programs a line a runtime, beside the sequential program and the best of the
others; the public table itself, with an OpenMP column; and where XOMP loses. Of `xomp bench` and of docs/public.md."""
import collections
import math
import statistics
from dataclasses import dataclass, field

from measure import tables
from measure.quiet import DISTURBED_SHARE

SUITE = "public"
OPENMP = ("xomp", "libgomp", "libomp", "libiomp5")
OURS = ("xomp", "native", "xomp_taskflow")
SERIAL = "serial"
RUNTIMES = {SERIAL: "sequential program", "xomp": "XOMP", "native": "XOMP", "xomp_taskflow": "XOMP", "tbb": "oneTBB", "taskflow": "Taskflow", "toomanycooks": "TooManyCooks"}
INTERFACES = {"native": "xomp.h", "xomp_taskflow": "Taskflow"}  # of ours, where it is not OpenMP
TITLES = {"public_fib": "fib({n:g})", "public_skynet": "skynet(10^{depth:g})", "public_nqueens": "nqueens({n:g})", "public_matmul": "matmul({n:g})"}
SLOWER = 1.03  # times the best of the others: what is called a loss


@dataclass
class Runner:
    """All runs of a program on a runtime with one number of threads."""
    peer: str
    compiler: str
    untied: bool
    policy: str
    threads: int
    samples: list = field(default_factory=list)
    failures: list = field(default_factory=list)

    def values(self, name):
        """Of the runs that nobody disturbed, where there are any."""
        quiet = [s for s in self.samples if s.get("others_share", 0) <= DISTURBED_SHARE] or self.samples
        return [s[name] for s in quiet if name in s]

    def median(self, name):
        values = self.values(name)
        return statistics.median(values) if values else None

    @property
    def wall_s(self):
        return self.median("wall_s")

    @property
    def spread(self):
        """The longest run over the shortest; None where there is one only."""
        walls = self.values("wall_s")
        return max(walls) / min(walls) if len(walls) > 1 else None

    @property
    def is_ours(self):
        return self.peer in OURS

    @property
    def runtime(self):
        policy = "" if self.policy in ("", "auto") else f" {self.policy}"
        return RUNTIMES.get(self.peer, self.peer) + policy

    @property
    def interface(self):
        if self.peer in OPENMP:
            return "OpenMP, untied" if self.untied else "OpenMP, tied"
        return INTERFACES.get(self.peer, "" if self.peer == SERIAL else "its own")

    @property
    def family(self):
        """A line of the public table: the best of compilers, tied and untied counts there."""
        return f"{self.runtime}, {self.interface.partition(',')[0]}" if self.interface != "its own" else self.runtime

    @property
    def failure(self):
        reasons = [reason.partition(" after")[0] for reason in self.failures]
        return reasons[0].partition(" (")[0] if reasons else "not run"


@dataclass
class Work:
    """One program at one size."""
    title: str
    size: str
    runners: list = field(default_factory=list)
    serial: object = None  # the faster one by either compiler

    def threads(self):
        return sorted({runner.threads for runner in self.runners})

    def of(self, threads):
        """The fastest first; what failed last."""
        fitting = [r for r in self.runners if r.threads == threads]
        return sorted(fitting, key=lambda r: r.wall_s or math.inf)

    def best(self, threads, is_wanted):
        return next((r for r in self.of(threads) if r.wall_s and is_wanted(r)), None)

    def efficiency(self, runner):
        return self.serial.wall_s / (runner.threads * runner.wall_s) if self.serial and runner.wall_s else None


def _work_of(record):
    """What belongs together: program and size. A failure does not know the parameters that the size means."""
    chosen = record["key"].split("/")[0].partition(":")[2]
    return record["problem"], record["size"], chosen


def _title(record):
    return TITLES.get(record["problem"], record["problem"]).format_map(record["parameters"])


def works(records):
    """Of all records of results files, in the order of TITLES."""
    runners, titles = collections.defaultdict(dict), {}
    for r in records:
        if r["kind"] not in ("sample", "failure") or r.get("suite") != SUITE:
            continue
        identity = (r["peer"], r["compiler"], r["untied"], r["policy"], r["threads"])
        runner = runners[_work_of(r)].setdefault((*identity, r["version"]), Runner(*identity))
        if r["kind"] == "sample":
            titles.setdefault(_work_of(r), _title(r))
            runner.samples.append(r)
        else:
            runner.failures.append(r["reason"])
    order = list(TITLES)
    found = []
    for key in sorted(titles, key=lambda key: (order.index(key[0]) if key[0] in order else len(order))):
        serial = [r for r in runners[key].values() if r.peer == SERIAL and r.wall_s]
        others = [r for r in runners[key].values() if r.peer != SERIAL]
        found.append(Work(titles[key], key[1], others, min(serial, key=lambda r: r.wall_s, default=None)))
    return found


def _time(seconds):
    return tables.time_text(seconds * 1e9) if seconds is not None else ""


def _number(value, form):
    return format(value, form) if value is not None else ""


def _row(work, runner, threads, best_s):
    start = [runner.runtime, runner.interface, runner.compiler, threads]
    if not runner.wall_s:
        return [*start, runner.failure, *[""] * 5]
    peak_kb = runner.median("peak_kb")
    ratio = runner.wall_s / best_s if best_s and runner.peer != SERIAL else None
    return [*start, _time(runner.wall_s), _number(work.efficiency(runner), ".2f"), _number(runner.median("cpu_s"), ".3g"),
            _number(peak_kb and peak_kb / 1024, ".0f"), _number(ratio, ".2f"), _number(runner.spread, ".2f")]


def rows(work):
    """A table of texts, the first row its head: for each number of threads the fastest first."""
    lines = [[work.title, "interface", "compiler", "threads", "time", "efficiency", "processor s", "MiB", "/ best other", "max / min"]]
    if work.serial:
        lines.append(_row(work, work.serial, "-", None))
    for threads in work.threads():
        best = work.best(threads, lambda r: not r.is_ours)
        lines += [_row(work, runner, threads, best and best.wall_s) for runner in work.of(threads)]
    return lines


def _families(of_size, threads):
    """{family: its fastest runner in each work}"""
    found = collections.defaultdict(dict)
    for work in of_size:
        for runner in work.of(threads):
            if runner.policy in ("", "auto"):
                found[runner.family].setdefault(work.title, runner)
    return found


def public_table(of_size, threads):
    """As the public table has it, a line a runtime: times, and the mean of how many times the best time that is. Geometric, over all programs;
    of a runtime that did not end one of them there is none."""
    best = {work.title: found.wall_s for work in of_size if (found := work.best(threads, lambda r: True))}
    lines = []
    for family, runners in _families(of_size, threads).items():
        times = [runners[work.title].wall_s if work.title in runners else None for work in of_size]
        cells = [_time(time) or (runners[work.title].failure if work.title in runners else "") for work, time in zip(of_size, times)]
        ratios = [time / best[work.title] for work, time in zip(of_size, times) if time]
        mean = math.exp(statistics.fmean(map(math.log, ratios))) if len(ratios) == len(of_size) else math.inf
        lines.append((mean, [family, *cells, f"{mean:.2f}" if mean < math.inf else "-"]))
    head = [f"{threads} thread{'' if threads == 1 else 's'}", *(work.title for work in of_size), "mean ratio to the best"]
    return [head, *(line for _, line in sorted(lines, key=lambda line: line[0]))]


def public_tables(found):
    """One for each size and number of threads."""
    tables_found = []
    for size in dict.fromkeys(work.size for work in found):
        of_size = [work for work in found if work.size == size]
        for threads in sorted({n for work in of_size for n in work.threads()}):
            tables_found.append(public_table(of_size, threads))
    return tables_found


def losses(found):
    """Sentences: where the fastest other runtime is faster than the fastest of one of our interfaces."""
    for work in found:
        for threads in work.threads():
            theirs = work.best(threads, lambda r: not r.is_ours)
            for peer in OURS:
                ours = work.best(threads, lambda r, peer=peer: r.peer == peer and r.policy in ("", "auto"))
                if ours and theirs and ours.wall_s > SLOWER * theirs.wall_s:
                    yield (f"{work.title}, {threads} thread{'' if threads == 1 else 's'}: {ours.family} {_time(ours.wall_s)}, "
                           f"{theirs.family} {_time(theirs.wall_s)} ({ours.wall_s / theirs.wall_s:.2f} times)")


def allocator_of(records):
    names = dict.fromkeys(r["allocator"] for r in records if r["kind"] == "machine" and "allocator" in r)
    return ", ".join("the system's allocator" if name == "system" else name for name in names)


def print_figures(records, out):
    """Nothing where the suite was not run."""
    found = works(records)
    for lines in [rows(work) for work in found] + public_tables(found):
        tables.print_rows(lines, out)
        print(file=out)
    if not found:
        return
    print(f"All programs with {allocator_of(records) or 'an allocator that is not told'}. Efficiency: the sequential program's time by the time of all threads together.", file=out)
    sentences = list(losses(found))
    print("Where XOMP loses to the best of the others:" if sentences else "XOMP loses to none of the others here.", file=out)
    for sentence in sentences:
        print(f"  {sentence}", file=out)
