"""What came out, in a few plain sentences computed from the samples."""
from . import comparison, medians, peers
from .tables import case_text, ratio_text


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
        yield from about_programs(programs)
    if len(results.failures):
        ours = int((results.failures["peer"] == "xomp").sum())
        yield f"Runs that gave no time: {len(results.failures)}, of these {ours} XOMP's. They are named below and count in no ratio."
    if share := disturbed_share(cases):
        yield share


def without_programs(cases):
    measured = ", ".join(peers.look(name).label for name in sorted(cases["peer"].unique(), key=peers.rank))
    yield f"No program ran both on XOMP and on another OpenMP runtime, so there is nothing to compare. Measured: {measured}."


def about_programs(programs):
    for threads, rows in programs.groupby("threads"):
        mean = medians.geometric_mean(rows.groupby("problem")["ratio"].apply(medians.geometric_mean))
        lost = comparison.losses(rows)
        yield (f"With {threads} thread{'' if threads == 1 else 's'} XOMP is {ratio_text(mean)} times as fast as the best of the other OpenMP "
               f"runtimes (geometric mean over {programs_text(rows['problem'].nunique())}); it is behind in {len(lost)} of {len(rows)} cases, "
               f"by more than the runs' spread in {len(comparison.clear(lost))}.")
    best, worst = (programs.loc[index] for index in (programs["ratio"].idxmax(), programs["ratio"].idxmin()))
    yield f"Its best case: {case_text(best)} ({ratio_text(best['ratio'])} times {peers.look(best['best_peer']).label})."
    yield f"Its worst: {case_text(worst)} ({ratio_text(worst['ratio'])} times {peers.look(worst['best_peer']).label})."


def programs_text(count):
    return "1 program" if count == 1 else f"{count} programs"


def disturbed_share(cases):
    disturbed, runs = int(cases["disturbed"].sum()), int(cases["runs"].sum())
    if not disturbed:
        return ""
    alone = int((cases["disturbed"] == cases["runs"]).sum())
    return (f"{disturbed} of {runs} runs were disturbed by other programs. They are left out of the medians, except in cases that have no quiet run: "
            f"{alone}.")
