"""XOMP's scheduling policies with their parameters, and the papers' systems, as the library itself tells them (include/xomp/introspection.h)."""
import ctypes
import functools
from dataclasses import dataclass, field

from measure.places import library

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_char_p] * 6)
PRESET_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_char_p] * 5)
MESSAGE_BYTES = 1024
AS = "as="  # before the name of a paper's system, where a case has its policy


@dataclass
class PolicyParameter:
    name: str
    help: str
    least: str  # as the library writes them: "64", "0.9", "50us"
    most: str
    usual: str


@dataclass
class Policy:
    name: str
    help: str
    parameters: list = field(default_factory=list)


@functools.lru_cache(maxsize=None)
def _library():
    return ctypes.CDLL(str(library()))


@functools.lru_cache(maxsize=None)
def all_policies():
    """Empty when there is no library."""
    policies = []

    def keep(_context, policy, parameter, text, *range_and_default):
        if parameter is None:
            policies.append(Policy(policy.decode(), text.decode()))
        else:
            policies[-1].parameters.append(PolicyParameter(parameter.decode(), text.decode(), *(t.decode() for t in range_and_default)))

    if library().exists():
        _library().xomp_for_each_policy(CALLBACK(keep), None)
    return policies


@functools.lru_cache(maxsize=None)
def all_presets():
    """The names that XOMP_AS may have. Empty when there is no library."""
    names = []

    def keep(_context, preset, setting, *_texts):
        if setting is None:
            names.append(preset.decode())

    if library().exists():
        _library().xomp_for_each_preset(PRESET_CALLBACK(keep), None)
    return names


def environment_of(policy):
    """What makes XOMP run under a case's policy: a policy with its parameters, or "as=NAME", or "" for none of XOMP's."""
    if policy.startswith(AS):
        return {"XOMP_AS": policy[len(AS):]}
    return {"XOMP_SCHEDULE_POLICY": policy} if policy else {}


def refusal_of(text):
    """Why XOMP_SCHEDULE_POLICY may not have this value, or None."""
    message = ctypes.create_string_buffer(MESSAGE_BYTES)
    return message.value.decode() if _library().xomp_check_policy(text.encode(), message, ctypes.c_ulong(MESSAGE_BYTES)) else None


def parse(text):
    """Names between commas; `NAME:PARAMETER=VALUE,PARAMETER=VALUE` is one of them; `all` is every policy."""
    if text == "all":
        return [policy.name for policy in all_policies()]
    names = []
    for part in text.split(","):
        if names and ":" in names[-1] and "=" in part and ":" not in part:
            names[-1] += "," + part
        else:
            names.append(part)
    return names
