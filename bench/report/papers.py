"""What the papers reported against what this machine shows. papers.json holds the claims; this file answers them from the samples."""
import dataclasses
import json
import pathlib

from . import drawing, medians

CLAIMS = pathlib.Path(__file__).with_name("papers.json")
WITHIN = 2  # a figure within this factor of the reported one agrees


@dataclasses.dataclass
class Answer:
    claim: dict
    seen: str
    verdict: str  # "agrees", "agrees in direction", "differs", "not measured here"


def answers(results, cases):
    claims = json.loads(CLAIMS.read_text(encoding="utf-8"))["claims"]
    processors = max((machine.get("host", {}).get("processors") or 0 for machine in results.machines), default=0)
    return [answer(claim, results.samples, cases, processors or 10**6) for claim in claims]


def answer(claim, samples, cases, processors):
    here = claim["here"]
    found = None
    if "faster" in here:
        found = ratio(here, cases, processors)
    elif "metric" in here:
        found = metric(here, samples, processors)
    elif "best_policy" in here:
        return best_policy(claim, cases, processors)
    if found is None:
        return Answer(claim, here.get("why") or wanted_command(here), "not measured here")
    value, words = found
    return Answer(claim, words, judged(value, claim.get("value"), "faster" in here))


def wanted_command(here):
    """The command whose results would answer the claim."""
    selectors = [here.get(name, {}) for name in ("of", "both", "faster", "slower")]
    problem = next((selector["problem"] for selector in selectors if "problem" in selector), "...")
    policies = [selector["policy"] for selector in selectors if selector.get("policy", "auto") != "auto"]
    policies += here.get("best_policy", []) + here.get("against", [])
    systems = [policy.removeprefix("as=") for policy in policies]
    option = f" --as {','.join(systems)}" if systems else ""
    return f"xomp bench {problem}{option}"


def judged(value, reported, is_ratio):
    if reported is None:
        return "not measured here"
    if reported / WITHIN <= value <= reported * WITHIN and (not is_ratio or same_side(value, reported)):
        return "agrees"
    return "agrees in direction" if is_ratio and same_side(value, reported) else "differs"


def same_side(value, reported):
    """Both above 1, both below, or the reported one about 1 and this one, too."""
    if 0.9 <= reported <= 1.1:
        return 0.8 <= value <= 1.25
    return (value > 1.05) == (reported > 1) and (value < 0.95) == (reported < 1)


def chosen(table, selector):
    """The rows that have all of the selector's values; a list means one of them, "parameters" must all be equal."""
    for name, value in selector.items():
        if name == "parameters":
            for parameter, number in value.items():
                table = table[table["parameters"].map(lambda having, p=parameter, n=number: having.get(p) == n).astype(bool)]
        else:
            table = table[table[name].isin(value if isinstance(value, list) else [value])]
        if table.empty:
            break
    return table


PLAIN = {"cutoff": "none", "untied": False}


def ratio(here, cases, processors):
    """(times faster, words) at the most threads that have processors and the largest sizes, mean over the cases both sides have."""
    faster, slower = (chosen(cases, PLAIN | here.get("both", {}) | here[side]) for side in ("faster", "slower"))
    same = ["problem", "size"] + ([] if here.get("any_shape") else ["shape"])
    same += [] if "threads" in here["faster"] else ["threads"]
    if faster.empty or slower.empty:
        return None
    best = [side.groupby(same)["median"].min().rename(name).reset_index() for side, name in ((faster, "fast"), (slower, "slow"))]
    both = best[0].merge(best[1], on=same)
    if "threads" in same:
        both = both[both["threads"] <= processors]
        both = both[both["threads"] == both["threads"].max()]
    if both.empty:
        return None
    value = medians.geometric_mean(both["slow"] / both["fast"])
    threads = f", {both['threads'].iloc[0]} threads" if "threads" in same else ""
    return value, f"{value:.2f} times ({', '.join(sorted(both['problem'].unique()))}{threads})"


def metric(here, samples, processors):
    """(median, words) of a metric of the chosen samples at the most threads that have processors, or those that the claim names."""
    found = medians.metric(chosen(samples, here.get("of", {})), here["metric"])
    if "threads" not in here.get("of", {}):
        found = found[found["threads"] <= processors]
        found = found[found["threads"] == found["threads"].max()]
    if found.empty:
        return None
    value = float(found[here["metric"]].astype(float).median()) * here.get("scale", 1)
    words = drawing.seconds(value * 1e-9) if here.get("unit") == "ns" else f"{value:.4g} {here.get('unit', '')}".strip()
    return value, f"{words} ({found['threads'].iloc[0]} threads)"


def is_policy(name, wanted):
    """Whether it is one of these, with whatever parameters."""
    return name.partition(":")[0] in wanted


def best_policy(claim, cases, processors):
    here = claim["here"]
    rows = chosen(cases, PLAIN | here.get("of", {}) | {"peer": "xomp"})
    rows = rows[(rows["policy"] != "auto") & (rows["threads"] <= processors)]
    rows = rows[rows["threads"] == rows["threads"].max()]
    if not all(any(is_policy(name, wanted) for name in rows["policy"]) for wanted in (here["best_policy"], here["against"])):
        return Answer(claim, wanted_command(here), "not measured here")
    rows = rows[rows["policy"].map(lambda name: is_policy(name, here["best_policy"] + here["against"]))]
    means = rows.groupby("policy")["median"].apply(medians.geometric_mean).sort_values()
    best = means.index[0]
    wanted = here["best_policy"]
    agrees = is_policy(best, wanted)
    near = [name for name in means.index if is_policy(name, wanted)]
    behind = f"; {near[0]} {means[near[0]] / means[best]:.2f} times its time" if near and not agrees else ""
    return Answer(claim, f"{best} is the fastest of {', '.join(sorted(means.index))}{behind}", "agrees" if agrees else "differs")
