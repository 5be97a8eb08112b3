"""From samples to cases: one row for each thing measured, with its median and spread.

The figure compared is seconds for each operation, so that searches that do another amount of work, cut-offs and tile sizes compare.
"""
import numpy
import pandas

from . import selection
from .samples import IDENTITY


def cases(samples):
    """One row a case: runs, disturbed, and of the seconds an operation median, least, most, q1, q3; medians of the other numbers.

    Runs beside other load count only where a case has no quiet ones.
    """
    table = samples.copy()
    operations = table["operations"].where(table["operations"] > 0, 1.0)
    table["per_operation"] = table["wall_s"] / operations
    searched = table["metrics"].map(lambda metrics: metrics.get("metg_us")).astype(float)  # METG: the task's time that was looked for
    table["per_operation"] = searched.mul(1e-6).fillna(table["per_operation"])
    if table.empty:
        return pandas.DataFrame(columns=[*IDENTITY, "runs", "disturbed", "median", "least", "most", "q1", "q3", "wall_s", "cpu_s", "joules",
                                         "operations", "peak_kb", "parameters", "varied"])
    table["quiet"] = ~table["disturbed"]
    any_quiet = table.groupby(IDENTITY)["quiet"].transform("any")
    counted = table[table["quiet"] | ~any_quiet].groupby(IDENTITY, sort=False)
    value = counted["per_operation"]
    result = pandas.DataFrame({
        "median": value.median(), "least": value.min(), "most": value.max(), "q1": value.quantile(0.25), "q3": value.quantile(0.75),
        "wall_s": counted["wall_s"].median(), "cpu_s": counted["cpu_s"].median(), "operations": counted["operations"].median(),
        "joules": counted["joules"].median(), "peak_kb": counted["peak_kb"].median(), "parameters": counted["parameters"].first()})
    every = table.groupby(IDENTITY, sort=False)
    result["runs"], result["disturbed"] = every.size(), every["disturbed"].sum()
    result = result.reset_index()
    # Of the parameters, those in which the cases of a problem and size differ: what tables show.
    result["varied"] = pandas.concat(selection.rest_of(rows, set()) for _, rows in result.groupby(["problem", "size"]))
    return result


def metric(samples, name):
    """The samples that have that metric (or parameter), with its number in column `name`; lists are left as they are. `operation_ns`: the time
    of an operation, which every sample with operations has."""
    def value_of(row):
        if name == "operation_ns":
            return row["wall_s"] / row["operations"] * 1e9 if row["operations"] > 0 else None
        found = row["metrics"].get(name, row["parameters"].get(name))
        return found if isinstance(found, (int, float, str, list)) and not isinstance(found, bool) else None

    if samples.empty:
        return samples.assign(**{name: []})
    values = samples.apply(value_of, axis=1)
    return samples.assign(**{name: values})[values.notna()]


def geometric_mean(values):
    values = numpy.asarray([value for value in values if value > 0], dtype=float)
    return float(numpy.exp(numpy.log(values).mean())) if len(values) else float("nan")
