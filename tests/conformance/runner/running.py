"""Runs one case: environment, limits, time limit, and what its threads were doing when it had to be killed."""
import dataclasses
import functools
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from . import target

OURS = ("OMP_", "GOMP_", "KMP_", "LIBOMP_")
LIMITS = {"as": resource.RLIMIT_AS, "nproc": resource.RLIMIT_NPROC, "stack": resource.RLIMIT_STACK,
          "nofile": resource.RLIMIT_NOFILE}
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
MOST_OUTPUT = 2000
MOST_THREADS = 24
MOST_FRAMES = 200
MOST_LINE = 160
GDB_SECONDS = 30


@dataclasses.dataclass
class Result:
    passed: bool
    why: str
    seconds: float


def has_no_constraint(policy, system):
    """Whether a thread that waits in a task may start any task. All systems of papers let it but TTG's, whose tasks do not wait."""
    return "constraint=off" in policy if policy else bool(system) and not system.startswith("ttg")


def library():
    return target.build_folder() / "lib/libxomp.so"


@functools.cache
def systems():
    """The papers' systems, as the command lists them: a name without indentation each. The library under test stays out of this process."""
    listed = subprocess.run([target.build_folder() / "bin/xomp", "info", "--as"], capture_output=True, text=True, check=True).stdout
    return [line.strip() for line in listed.splitlines()[1:] if line.strip() and not line.startswith(" ")]


def environment(runtime, policy, system=None, tool=None):
    """The runner's own environment without OpenMP's variables, with the runtime under test in front."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    build = target.build_folder()
    if runtime == "xomp":
        env["LD_PRELOAD"] = str(library())
        env["LD_LIBRARY_PATH"] = f"{build / 'lib/compat'}:{target.chosen.folder_of_libomp()}"
    else:
        env.pop("LD_PRELOAD", None)
        env["LD_LIBRARY_PATH"] = str(target.chosen.folder_of_libomp())
    if tool:
        env["OMP_TOOL_LIBRARIES"] = tool
    if policy:
        env["XOMP_SCHEDULE_POLICY"] = policy
    if system:
        env["XOMP_AS"] = system
    return env


def size_of(text):
    """Bytes of `64M`, `-1` (no limit) or a plain number."""
    if text[-1] in UNITS:
        return int(text[:-1]) * UNITS[text[-1]]
    return int(text)


def _limiter(limits):
    wanted = [(LIMITS[name], size_of(value)) for name, value in limits.items()]

    def set_limits():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for kind, value in wanted:
            most = resource.getrlimit(kind)[1]
            soft = most if value < 0 else value if most < 0 else min(value, most)
            resource.setrlimit(kind, (soft, most))

    return set_limits


def _read(path):
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _thread_line(folder):
    fields = _read(folder / "stat").rsplit(")", 1)[-1].split()
    if len(fields) < 13:
        return f"  thread {folder.name}: gone"
    ticks = int(fields[11]) + int(fields[12])
    cpu = ticks / os.sysconf("SC_CLK_TCK")
    text = f"  thread {folder.name} {_read(folder / 'comm')}: state {fields[0]}, {cpu:.2f} s of CPU"
    for name in ("wchan", "syscall"):
        value = _read(folder / name)
        text += f", {name} {value}" if value and value != "0" else ""
    stack = _read(folder / "stack")
    return text + ("\n    " + stack.replace("\n", "\n    ") if stack else "")


def _processes(group):
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        fields = _read(stat).rsplit(")", 1)[-1].split()
        if len(fields) > 2 and fields[2] == str(group):
            yield stat.parent.name


def threads_of(group):
    """What every thread of a process group is doing, one line each, for the report of a hang."""
    lines = []
    for process in _processes(group):
        folder = pathlib.Path("/proc") / process
        lines.append(f" process {process} {_read(folder / 'comm')}")
        lines += [_thread_line(task) for task in sorted((folder / "task").glob("*"))[:MOST_THREADS]]
    return "\n".join(lines)


def backtraces_of(group):
    """The call stacks of every thread of a process group, where gdb is installed; else what /proc tells."""
    texts = [threads_of(group)]
    gdb = shutil.which("gdb")
    for process in _processes(group) if gdb else []:
        command = [gdb, "-batch", "-nx", "-ex", "set debuginfod enabled off", "-ex", "thread apply all bt 25", "-p", process]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=GDB_SECONDS, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            continue
        lines = [line[:MOST_LINE] for line in done.stdout.splitlines() if line.startswith(("Thread", "#"))]
        texts.append("\n".join(lines[:MOST_FRAMES]))
    return "\n".join(texts)


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def _exit_text(code):
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"


def _judge(case, code, output):
    wanted = case.directives.exit
    if wanted == "nonzero":
        fits = code != 0
    elif wanted.startswith("SIG"):
        fits = code < 0 and signal.Signals(-code).name == wanted
    else:
        fits = code == int(wanted)
    if not fits:
        return f"{_exit_text(code)} (wanted {wanted})"
    for pattern in case.directives.expect:
        if not re.search(pattern, output):
            return f"no '{pattern}' in the output"
    if case.directives.output == "none" and output.strip():
        return "unexpected output"
    return None


def command_line(case, command, env, base):
    """How to run the case by hand."""
    differing = {k: v for k, v in env.items() if base.get(k) != v}
    words = [f"{k}='{v}'" if re.search(r"[^\w./:=,-]", v) else f"{k}={v}" for k, v in differing.items()]
    limits = " ".join(f"{k}={v}" for k, v in case.directives.limit.items())
    note = f"   (limits: {limits})" if limits else ""
    return " ".join([*words, *command]) + note


def run(case, base_env, time_scale):
    """Runs it once in a folder of its own, with its own process group."""
    env = {**base_env, "OMP_NUM_THREADS": str(case.threads), **case.env}
    limit = case.directives.timeout * time_scale
    command, outside = target.chosen.start(str(case.build.folder / "program"), env)
    start = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(
            command, cwd=case.build.folder, env=outside, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=_limiter(case.directives.limit))
        try:
            code = process.wait(limit)
            why = None
        except subprocess.TimeoutExpired:
            why = f"no end after {limit:.0f} s\n{backtraces_of(process.pid)}"
        end(process)
        seconds = time.monotonic() - start
        output.seek(0)
        text = output.read()
    why = why or _judge(case, code, text)
    if why is None:
        return Result(True, "", seconds)
    shown = text if len(text) <= MOST_OUTPUT else text[:MOST_OUTPUT] + "\n..."
    return Result(False, f"{why}\n{shown}".rstrip() + "\n  " + command_line(case, command, outside, os.environ), seconds)
