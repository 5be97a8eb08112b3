"""What XOMP set out to reach, against what was measured: each goal with its figure, or that it was not measured."""
import dataclasses

from . import comparison, drawing, medians, metg, peers

# Programs whose tasks do next to nothing themselves (below a microsecond) when there is no cut-off.
FINE = ("fib", "nqueens", "health", "uts", "floorplan", "knapsack")
MUST_SPEED_UP = ("nqueens", "health", "uts")
CLEARLY = 1.05
METG_US = 0.8


@dataclasses.dataclass
class Goal:
    wanted: str
    seen: str
    reached: bool | None  # None: not measured, or undecided
    is_undecided: bool = False  # it hangs on cases that have no undisturbed run


def all_goals(results, cases):
    """A goal is reached only where undisturbed runs say so, of all its cases."""
    quiet = dataclasses.replace(results, samples=results.samples[~results.samples["disturbed"]])
    return [_decided(*pair) for pair in zip(_goals(quiet, cases[cases["disturbed"] < cases["runs"]]), _goals(results, cases))]


def _decided(quiet, every):
    if quiet.seen == every.seen or quiet.reached is False:
        return quiet
    return Goal(every.wanted, f"{every.seen}; in part from disturbed runs", None, is_undecided=True)


def _goals(results, cases):
    return [fine_tasks(cases), no_losses(results, cases), *kernels(cases), stencil(results.samples), *beats_serial(cases)]


def plain(table, threads=2):
    return table[(table["cutoff"] == "none") & ~table["untied"].astype(bool) & (table["threads"] == threads)]


def fine_tasks(cases):
    wanted = "tasks below 1 µs, no cut-off, 2 threads: at least 5 times the best peer (geometric mean)"
    compared = plain(comparison.best_against_best(cases))
    compared = compared[compared["problem"].isin(FINE) & (compared["suite"] == "tasks") & (compared["version"] == "tasks")]
    if compared.empty:
        return Goal(wanted, "not measured", None)
    mean = medians.geometric_mean(compared.groupby("problem")["ratio"].apply(medians.geometric_mean))
    return Goal(wanted, f"{mean:.1f} times over {', '.join(sorted(compared['problem'].unique()))}", mean >= 5)


def no_losses(results, cases):
    wanted = "no program below 0.97 of the best peer, at any size and number of threads"
    compared = comparison.against_peers(cases)
    compared = compared[compared["suite"].isin(comparison.MEASURES_PROGRAMS)]
    if compared.empty:
        return Goal(wanted, "not measured", None)
    lost = comparison.losses(compared)
    failed = int(((results.failures["peer"] == "xomp") & results.failures["suite"].isin(comparison.MEASURES_PROGRAMS)).sum())
    failures = f"; {failed} run{'' if failed == 1 else 's'} of XOMP failed" if failed else ""
    if lost.empty:
        return Goal(wanted, f"none of {len(compared)} cases{failures}", not failed)
    worst = lost.iloc[0]
    return Goal(wanted, f"{len(lost)} of {len(compared)} cases below, {len(comparison.clear(lost))} of them by more than the runs' spread; "
                f"the worst {worst['ratio']:.2f} ({worst['problem']} {worst['size']}, {worst['threads']} threads, {worst['compiler']}){failures}",
                False)


def kernels(cases):
    """Cholesky and SYRK: the best rate of all tile sizes, and at which tile."""
    for problem in ("cholesky", "syrk"):
        wanted = f"{problem}: at least the peers' best GFLOP/s, at no larger a tile"
        rows = cases[(cases["problem"] == problem) & ((cases["peer"] != "xomp") | (cases["policy"] == "auto"))]
        ours, others = rows[rows["peer"] == "xomp"], rows[rows["peer"].isin(peers.OPENMP)]
        if ours.empty or others.empty:
            yield Goal(wanted, "not measured", None)
            continue
        most = ours["threads"].max()
        ours, others = (side[side["threads"] == most] for side in (ours, others))
        if others.empty:
            yield Goal(wanted, "not measured", None)
            continue
        mine, theirs = ours.loc[ours["median"].idxmin()], others.loc[others["median"].idxmin()]
        tiles = mine["parameters"].get("tile", 0), theirs["parameters"].get("tile", 0)
        seen = (f"{1e-9 / mine['median']:.1f} at {tiles[0]:g} against {1e-9 / theirs['median']:.1f} at {tiles[1]:g} "
                f"({peers.look(theirs['peer']).label}), {most} threads")
        yield Goal(wanted, seen, theirs["median"] / mine["median"] >= comparison.LOSS and tiles[0] <= tiles[1])


def stencil(samples):
    """By tasks with dependences, as the peers' figures that the goal was set by."""
    wanted = f"Task-Bench stencil_1d, 2 threads, tasks with dependences: METG(50 %) at most {METG_US} µs"
    found = metg.metg(samples)
    if not found.empty:
        found = found[(found["peer"] == "xomp") & (found["threads"] == 2) & (found["version"] == "tasks") & found["pattern"].str.startswith("stencil_1d")]
    if found.empty:
        return Goal(wanted, "not measured", None)
    each = ", ".join(f"{drawing.seconds(row['metg_us'] * 1e-6)} ({row['compiler']})" for _, row in found.sort_values("compiler").iterrows())
    return Goal(wanted, each, bool((found["metg_us"] <= METG_US).all()))


def beats_serial(cases):
    table = plain(comparison.speed_ups(cases))
    for problem in MUST_SPEED_UP:
        wanted = f"{problem}: clearly faster than the serial program with 2 threads"
        rows = table[(table["problem"] == problem) & (table["peer"] == "xomp") & (table["policy"] == "auto")].dropna(subset=["speed_up"])
        if rows.empty:
            yield Goal(wanted, "not measured", None)
            continue
        least = rows.groupby("compiler")["speed_up"].apply(medians.geometric_mean)
        yield Goal(wanted, ", ".join(f"{value:.2f} times ({compiler})" for compiler, value in least.items()), least.min() >= CLEARLY)
