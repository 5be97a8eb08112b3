"""What is printed at the end: medians, XOMP against the best of the others, and plainly where it loses."""
import collections
import math
import statistics
from dataclasses import dataclass, field

from measure import public_figures, rank_figures, tables
from measure.quiet import DISTURBED_SHARE
from session import results

SLOWER = 0.97  # of the best peer's speed: what the goals allow
MORE_MEMORY = 2  # times that of the best peer: what the goals allow
MORE_PROCESSORS = 1.25  # times the processor time of the best peer: what is named
LITTLE_MIB = 16  # below that a runtime's own stacks and tables are most of it
OPENMP_PEERS = ("libgomp", "libomp", "libiomp5")
OTHERS = ("tbb", "threads", "taskflow", "ttg_parsec", "native", "ttg", "xomp_taskflow", "serial")


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


def rows_of(records):
    samples = [r for r in records if r["kind"] == "sample"]
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
        runner.seconds.append(results.time_each(r))
        operations = r.get("operations") or 1
        if r.get("cpu_s"):
            runner.cpu_seconds.append(r["cpu_s"] / operations)
        if "joules" in r:
            runner.joules.append(r["joules"] / operations)
        if r.get("peak_kb"):
            runner.mebibytes.append(r["peak_kb"] / 1024)
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


def _time(runner):
    return tables.time_text(runner.median * 1e9) if runner else ""


def _table(rows):
    columns = [name for name in (*OPENMP_PEERS, *OTHERS) if any(row.best((name,)) for row in rows)]
    lines = [["time of one operation", "threads", *columns, "XOMP gcc", "XOMP clang", "best peer / XOMP"]]
    for row in rows:
        ratio = row.speed_up()
        ours = [_time(row.best(("xomp",), compiler)) for compiler in ("gcc", "clang")]
        lines.append([row.title, row.threads, *(_time(row.best((name,))) for name in columns), *ours, f"{ratio:.2f}" if ratio else ""])
    return lines


def _memory_text(runner):
    return f"{runner.memory:.1f}" if runner and runner.memory else ""


def _processors_text(runner):
    return tables.time_text(runner.processors * 1e9) if runner and runner.processors else ""


def _energy_text(runner):
    return f"{runner.energy:.3g}" if runner and runner.energy is not None else ""


def _beside_the_times(title, text_of, rows):
    """Another figure in the same rows and columns; empty where no run said it."""
    columns = [name for name in (*OPENMP_PEERS, *OTHERS) if any(row.best((name,)) for row in rows)]
    lines = [[title, "threads", *columns, "XOMP gcc", "XOMP clang"]]
    for row in rows:
        cells = [text_of(row.best((name,))) for name in columns] + [text_of(row.best(("xomp",), c)) for c in ("gcc", "clang")]
        if any(cells):
            lines.append([row.title, row.threads, *cells])
    return lines if len(lines) > 1 else []


def _wasteful(rows):
    """Sentences on every row where XOMP takes clearly more processor time than the OpenMP peer that takes the least."""
    for row in rows:
        worst = max((r for r in row.runners if r.peer == "xomp" and r.processors and r.policy in ("", "auto")), key=lambda r: r.processors, default=None)
        best = min((r for r in row.runners if r.peer in OPENMP_PEERS and r.processors), key=lambda r: r.processors, default=None)
        if worst and best and worst.processors > MORE_PROCESSORS * best.processors:
            yield (f"{row.title}, {row.threads} thread{'' if row.threads == 1 else 's'}: {worst.compiler} {_processors_text(worst)}, "
                   f"{best.peer} {_processors_text(best)}")


def _hungry(rows):
    """Sentences on every row where XOMP, or a front end on it, takes more than twice the memory of the best peer."""
    pairs = ((("xomp",), OPENMP_PEERS), (("xomp_taskflow",), ("taskflow",)), (("ttg",), ("ttg_parsec", "tbb")), (("native",), ("tbb", "threads")))
    for row in rows:
        for ours, peers in pairs:
            mine = [r for r in row.runners if r.peer in ours and r.memory and r.policy in ("", "auto")]
            theirs = min((r for r in row.runners if r.peer in peers and r.memory), key=lambda r: r.memory, default=None)
            worst = max(mine, key=lambda r: r.memory, default=None)
            if worst and theirs and worst.memory > max(MORE_MEMORY * theirs.memory, LITTLE_MIB):
                yield (f"{row.title}, {row.threads} thread{'' if row.threads == 1 else 's'}: {worst.peer} {worst.memory:.0f} MiB, "
                       f"{theirs.peer} {theirs.memory:.0f}")


def _losses(rows):
    """Sentences on every row where XOMP is slower than somebody by more than noise."""
    for row in rows:
        where = f"{row.title}, {row.threads} thread{'' if row.threads == 1 else 's'}"
        for peers, compiler in ((OPENMP_PEERS, "gcc"), (OPENMP_PEERS, "clang"), (("tbb", "threads"), None)):
            ratio = row.speed_up(compiler, peers)
            if ratio and ratio < SLOWER:
                ours, theirs = row.best(("xomp",), compiler), row.best(peers, compiler)
                unsure = ", but their runs overlap" if ours.spread_reaches(theirs) else ""
                yield f"{where}, {compiler or 'either compiler'}: {_time(ours)}, {theirs.peer} {_time(theirs)} ({ratio:.2f} of its speed{unsure})"
        ratio = row.speed_up(None, ("serial",))
        if ratio and row.threads > 1 and ratio < 1:
            yield f"{where}: the serial program is {1 / ratio:.2f} times as fast as XOMP with {row.threads} threads"


def _policies(rows):
    """Times of the policies over those of the first, a line a row; empty when only one was run."""
    names = sorted({r.policy for row in rows for r in row.runners if r.peer == "xomp"}, key=lambda name: (name != "auto", name))
    if len(names) < 2:
        return []
    lines = [["XOMP's policies, speed", "threads", "compiler", *names]]
    for row in rows:
        for compiler in ("gcc", "clang"):
            medians = {r.policy: r.median for r in row.runners if r.peer == "xomp" and r.compiler == compiler}
            if first := medians.get(names[0]):
                lines.append([row.title, row.threads, compiler, *(f"{first / medians[n]:.2f}" if n in medians else "" for n in names)])
    return lines


def _print_ranks(records, out):
    if not (found := rank_figures.figures(records)):
        return
    tables.print_rows(rank_figures.rows(found), out)
    judged = [f for f in found if f.is_met is not None]
    print(f"\nttg.h over MPI meets {sum(f.is_met for f in judged)} of {len(judged)} goals.", file=out)


def _print_costs(rows, out):
    for title, text_of in (("processor time of one operation", _processors_text), ("joules of one operation", _energy_text),
                           ("memory at most, MiB", _memory_text)):
        if lines := _beside_the_times(title, text_of, rows):
            print(file=out)
            tables.print_rows(lines, out)


def _print_excesses(rows, out):
    for title, sentences in ((f"Where it takes more than {MORE_PROCESSORS} times the processor time of the OpenMP peer that takes the least:", _wasteful(rows)),
                             (f"Where it takes more than {MORE_MEMORY} times the memory of the best peer:", _hungry(rows))):
        if found := list(sentences):
            print("\n  ".join([title, *found]), file=out)


def _print_verdict(rows, disturbed, out):
    """`disturbed`: of how many runs, where it is most of them."""
    ratios = [ratio for row in rows if (ratio := row.speed_up())]
    if not ratios:
        return
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    caution = f"On a disturbed machine ({disturbed} runs), so these figures say little: " if disturbed else ""
    print(f"\n{caution}XOMP (auto) against the best OpenMP peer of each row: geometric mean {mean:.2f} times as fast, {len(ratios)} rows; "
          f"from {min(ratios):.2f} to {max(ratios):.2f}.", file=out)
    losses = list(_losses(rows))
    print("Where XOMP loses:" if losses else f"XOMP loses nowhere here: it is never below {SLOWER} of a peer's speed.", file=out)
    for sentence in losses:
        print(f"  {sentence}", file=out)


def print_summary(records, out):
    rows = rows_of([r for r in records if not r.get("mpi") and r.get("suite") != public_figures.SUITE])
    samples = [r for r in records if r["kind"] == "sample"]
    failures = [r for r in records if r["kind"] == "failure"]
    if rows:
        tables.print_rows(_table(rows), out)
    _print_costs(rows, out)
    if policies := _policies(rows):
        print(file=out)
        tables.print_rows(policies, out)
    _print_ranks(records, out)
    public_figures.print_figures(records, out)
    disturbed = sum(r["others_share"] > DISTURBED_SHARE for r in samples)
    _print_verdict(rows, f"{disturbed} of {len(samples)}" if 2 * disturbed > len(samples) else "", out)
    _print_excesses(rows, out)
    for reason, count in collections.Counter(f"{r['key']}: {r['reason']}" for r in failures).items():
        print(f"failed: {reason}" + (f" ({count} times)" if count > 1 else ""), file=out)
    if disturbed:
        print(f"{disturbed} of {len(samples)} runs were disturbed: other programs used more than a tenth of the processors.", file=out)
