"""What can be set: a candidate is a group of environment variables. The default is the empty one."""
import itertools
import os
import re
from dataclasses import dataclass

from session import policies

POLICY = "XOMP_SCHEDULE_POLICY"
# Beside the policy: how a thread waits, and whether it stays where it is.
OTHERS = (("OMP_WAIT_POLICY", "active"), ("OMP_WAIT_POLICY", "passive"), ("OMP_PROC_BIND", "close"), ("OMP_PROC_BIND", "spread"))
# Values of a parameter that are tried: multiples of its default; for shares, these; for a switch, the other one.
FACTORS = (4, 0.25, 16, 0.5, 2)
SHARES = (0, 0.5, 1)
NUMBER = re.compile(r"([0-9.]+(?:e[+-]?[0-9]+)?)([a-z]*)")
# Without the task scheduling constraint a program that is right may deadlock: nobody gets that as advice.
LEFT_ALONE = ("constraint",)


@dataclass(frozen=True)
class Candidate:
    settings: tuple = ()  # of (variable, value)

    @property
    def policy(self):
        return dict(self.settings).get(POLICY, "auto")

    @property
    def title(self):
        return " ".join(f"{name}={value}" for name, value in self.settings) or "the default"

    def lines(self):
        """For a job script."""
        return [f"export {name}={value}" for name, value in self.settings]

    def joined(self, other):
        return Candidate(tuple(sorted((dict(self.settings) | dict(other.settings)).items())))


DEFAULT = Candidate()


def of_policy(text):
    return Candidate(() if text == "auto" else ((POLICY, text),))


def beside_policies():
    """Of variables that the user has not set."""
    return [Candidate((pair,)) for pair in OTHERS if pair[0] not in os.environ]


def _values(parameter):
    usual = NUMBER.fullmatch(parameter.usual)
    if usual is None:  # one of two words
        return [word for word in (parameter.least, parameter.most) if word != parameter.usual]
    number, unit = usual.groups()
    if (parameter.least, parameter.most) == ("0", "1"):
        return [f"{share:g}" for share in SHARES]
    return [f"{float(number) * factor:.0f}{unit}" for factor in FACTORS]


def variants(candidate, names):
    """The candidate's policy, if it is one of `names`, with one parameter at another value, the parameters in turn."""
    policy = next((p for p in policies.all_policies() if p.name == candidate.policy and p.name in names), None)
    if not policy:
        return []  # not asked for, or it has parameters already
    others = [pair for pair in candidate.settings if pair[0] != POLICY]
    columns = [[f"{policy.name}:{parameter.name}={value}" for value in _values(parameter)]
               for parameter in policy.parameters if parameter.name not in LEFT_ALONE]
    texts = [text for row in itertools.zip_longest(*columns) for text in row if text]
    return [Candidate(tuple(sorted([*others, (POLICY, text)]))) for text in texts if not policies.refusal_of(text)]
