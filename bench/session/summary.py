"""What is printed at the end: medians, XOMP against the best of the others, and plainly where it loses."""
import collections

from measure import public_figures, rank_figures, tables
from measure.rows import OPENMP_PEERS, OTHERS, headline, is_quiet, rows_of

SLOWER = 0.97  # of the best peer's speed: what the goals allow
MORE_MEMORY = 2  # times that of the best peer: what the goals allow
MORE_PROCESSORS = 1.25  # times the processor time of the best peer: what is named
LITTLE_MIB = 16  # below that a runtime's own stacks and tables are most of it


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
                unsure += "" if ours.is_quiet and theirs.is_quiet else ", and they were disturbed"
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
    judged, undecided = [f for f in found if f.is_met is not None], sum(f.is_disturbed and bool(f.goal) for f in found)
    print(f"\nttg.h over MPI meets {sum(f.is_met for f in judged)} of {len(judged)} goals."
          + (f" {undecided} undecided: all of their runs were disturbed." if undecided else ""), file=out)


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


def _print_verdict(rows, out):
    if not (sentence := headline(rows)):
        return
    print(f"\n{sentence}", file=out)
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
    _print_verdict(rows, out)
    _print_excesses(rows, out)
    for reason, count in collections.Counter(f"{r['key']}: {r['reason']}" for r in failures).items():
        print(f"failed: {reason}" + (f" ({count} times)" if count > 1 else ""), file=out)
    if disturbed := sum(not is_quiet(r) for r in samples):
        print(f"{disturbed} of {len(samples)} runs were disturbed: other programs used more than a tenth of the processors. They count only in "
              "cases that have no others.", file=out)
