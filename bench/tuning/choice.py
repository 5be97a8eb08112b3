"""Which candidates the search begins with, and in which order: by what `xomp trace` finds. Those that may help against the program's first
limit come first, because there may not be time for all. A program without tasks gets no policy."""
import os
from dataclasses import dataclass

from tuning import candidates
from tuning.candidates import DEFAULT, Candidate

WAIT, BIND, LIMIT = "OMP_WAIT_POLICY", "OMP_PROC_BIND", "OMP_THREAD_LIMIT"
ACTIVE, PASSIVE, CLOSE, SPREAD = (WAIT, "active"), (WAIT, "passive"), (BIND, "close"), (BIND, "spread")
PUSHES = ("xqueue-nowait", "hybrid", "xqueue", "xqueue-wait", "na-ws", "na-rp")  # new tasks go to the threads in turn
OWN_QUEUE = ("deque", "lfq", "cc", "ll", "llp")  # and stay with their thread until somebody takes them
DEEP = "auto:in_place=off"  # queues tasks that would run where they are made


@dataclass(frozen=True)
class Rule:
    policies: tuple = ()   # first, in this order
    variables: tuple = ()  # first, in this order
    variables_first: bool = False  # before the policies
    limits_threads: bool = False   # to the processors


# By the finding's kind. Kinds that stand here not at all are such that no setting changes.
RULES = {
    "tasks-too-small": Rule(OWN_QUEUE, (ACTIVE, CLOSE)),
    "creation-bound": Rule(PUSHES, (ACTIVE, CLOSE)),
    "imbalance": Rule((DEEP, *PUSHES), (CLOSE, ACTIVE)),
    "waits-in-runtime": Rule((DEEP, *OWN_QUEUE, "local-first"), (ACTIVE, CLOSE)),
    "dependence-bound": Rule(("llp", "lfq", "hybrid"), (ACTIVE, CLOSE)),
    "little-parallelism": Rule(("llp", "lfq", "hybrid"), (ACTIVE, CLOSE)),
    "locks": Rule((), (PASSIVE, ACTIVE), variables_first=True),
    "oversubscribed": Rule((), (PASSIVE,), variables_first=True, limits_threads=True),
    "short-regions": Rule((), (ACTIVE, CLOSE), variables_first=True),
    "serial": Rule((), (PASSIVE, ACTIVE), variables_first=True),
    "one-thread": Rule((), (PASSIVE, ACTIVE), variables_first=True),
}


@dataclass(frozen=True)
class Choice:
    candidates: list  # in the order in which they are run; the default is the first
    policies: tuple   # names of those whose parameters may be tried
    waits: list       # those of the candidates that set no policy
    finding: object = None  # that decided the order


def _in_front(first, others):
    return list(dict.fromkeys([*(item for item in first if item in others), *others]))


def _waits(rule):
    pairs = _in_front(rule.variables, [c.settings[0] for c in candidates.beside_policies()])
    if rule.limits_threads and LIMIT not in os.environ:
        pairs.insert(0, (LIMIT, str(len(os.sched_getaffinity(0)))))
    return [Candidate((pair,)) for pair in pairs]


def choose(names, with_waits, recording):
    """`names`: the policies that may be tried. `recording`: None where nothing is known of the program."""
    finding = next((f for f in recording.findings if f.kind in RULES), None) if recording else None
    rule = RULES[finding.kind] if finding else Rule()
    if recording and recording.tasks == 0:
        names = ()
        with_waits = with_waits and recording.has_openmp
    first = [text for text in rule.policies if text.partition(":")[0] in names]
    policies = [candidates.of_policy(text) for text in dict.fromkeys([*first, *names])]
    waits = _waits(rule) if with_waits else []
    order = [*waits, *policies] if rule.variables_first else [*policies, *waits]
    return Choice(list(dict.fromkeys([DEFAULT, *order])), tuple(names), waits, finding)
