"""Named sets of cases, as texts that trials.parse_case reads."""

SUITES = {
    "constructs": ["parallel", "for_static", "for_dynamic", "for_guided", "barrier", "single", "critical", "lock", "ordered",
                   "reduction", "parallel_for"],
    "tasks": ["fib:size=30", "fib_one:size=30", "producer", "all_produce", "taskloop", "busy_producer"],
    "dependences": ["chain:variables=1", "chain:variables=3", "chain:variables=6", "gate"],
    "graphs": ["fan", "fan:size=1024", "bursts", "two_chains", "taskloop_work", "wavefront"],
    "waiting": ["regions_apart", "after_region", "region_loop", "nested", "alternating", "wait_region", "wait_barrier", "wait_copyprivate",
                "wait_critical", "wait_lock", "wait_ordered", "wait_sink", "wait_taskwait", "wait_taskgroup"],
}


def cases_of(names):
    """Programs and suites in the order given; `all` is every suite."""
    texts = []
    for name in names:
        if name == "all":
            texts += [text for suite in SUITES.values() for text in suite]
        else:
            texts += SUITES.get(name, [name])
    return texts
