"""What came out, in a few plain sentences computed from the samples."""
from measure import public_figures, rows

from . import comparison, peers
from .samples import records_of


def sentences(results, cases):
    compared = comparison.against_peers(cases)
    programs = compared[compared["suite"].isin(comparison.MEASURES_PROGRAMS)]
    if cases.empty and results.ranks:
        yield "Only programs of several processes were measured: their section has the figures and their goals."
        return
    if cases.empty:
        yield "Nothing was measured: every run failed or was skipped (see below)."
        return
    if programs.empty:
        yield from without_programs(cases)
    else:
        yield rows.headline(rows.rows_of(records_of(results.samples[results.samples["suite"] != public_figures.SUITE])))
        yield from losses(programs)
    if len(results.failures):
        ours = int((results.failures["peer"] == "xomp").sum())
        yield f"Runs that gave no time: {len(results.failures)}, of these {ours} XOMP's. They are named below and count in no ratio."
    if share := disturbed_share(cases):
        yield share


def without_programs(cases):
    measured = ", ".join(peers.look(name).label for name in sorted(cases["peer"].unique(), key=peers.rank))
    yield f"No program ran both on XOMP and on another OpenMP runtime, so there is nothing to compare. Measured: {measured}."


def losses(programs):
    """By number of threads; each binary by itself, since a difference between compilers is none between runtimes."""
    for threads, compared in programs.groupby("threads"):
        lost = comparison.losses(compared)
        yield (f"With {threads} thread{'' if threads == 1 else 's'} it is behind in {len(lost)} of {len(compared)} cases, "
               f"by more than the runs' spread in {len(comparison.clear(lost))}.")


def disturbed_share(cases):
    disturbed, runs = int(cases["disturbed"].sum()), int(cases["runs"].sum())
    if not disturbed:
        return ""
    alone = int((cases["disturbed"] == cases["runs"]).sum())
    return (f"{disturbed} of {runs} runs were disturbed by other programs. They are left out of the medians, except in cases that have no quiet run: "
            f"{alone}.")
