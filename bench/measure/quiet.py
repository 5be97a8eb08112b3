"""Timed runs: one at a time on a machine, and told apart from those that somebody else's work disturbed."""
import contextlib
import fcntl
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

# A run during which others used more than this share of the processors' time is done again, a few times. Where results are told, such runs
# count only if there are no others.
DISTURBED_SHARE = 0.10
TRIES = 6


LOOK_AGAIN_S = 0.02
LAST_WORDS_S = 1  # for a program that is ended


def _take(lock, most_s):
    if most_s is None:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return
    end = time.monotonic() + most_s
    while True:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        if time.monotonic() >= end:
            raise TimeoutError
        time.sleep(LOOK_AGAIN_S)


@contextlib.contextmanager
def timing_lock(most_s=None):
    """Held around whatever is timed; every program that times something on this machine should take the same file. TimeoutError after
    most_s."""
    path = pathlib.Path(os.environ.get("XOMP_TIMING_LOCK") or pathlib.Path(tempfile.gettempdir()) / "xomp-timing.lock")
    if not path.exists():
        path.touch(0o644)
    with open(path, encoding="ascii") as lock:  # to read: it may be another user's, and a lock asks for no more
        _take(lock, most_s)
        yield


@dataclass
class Finished:
    output: str
    errors: str
    status: int  # as subprocess has it; meaningless when timed out
    timed_out: bool
    wall_s: float
    cpu_s: float
    others_share: float  # of all processors' time, used by processes other than this one's

    @property
    def disturbed(self):
        return self.others_share > DISTURBED_SHARE


def busy_and_total_s():
    with open("/proc/stat", encoding="ascii") as stat:
        ticks = [int(field) for field in stat.readline().split()[1:9]]
    idle = ticks[3] + ticks[4]
    per_second = os.sysconf("SC_CLK_TCK")
    return (sum(ticks) - idle) / per_second, sum(ticks) / per_second


def children_cpu_s():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def kill_session_of(process):
    """It may have come to its end by itself in this moment. An MPI's launcher ends its processes, which are in groups of their own,
    if it is asked to."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LAST_WORDS_S)
        os.killpg(process.pid, signal.SIGKILL)


def run_once(command, environment, timeout_s, before_exec=None):
    busy, total = busy_and_total_s()
    cpu, start = children_cpu_s(), time.monotonic()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True, preexec_fn=before_exec)
    timed_out = False
    try:
        output, errors = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        timed_out = True
        kill_session_of(process)
        output, errors = process.communicate()
    except BaseException:  # Ctrl-C reaches us only: the program has a session of its own
        kill_session_of(process)
        process.wait()
        raise
    wall_s, cpu_s = time.monotonic() - start, children_cpu_s() - cpu
    busy_after, total_after = busy_and_total_s()
    # The kernel's ticks are coarse: of a short run nothing is said.
    total_s = total_after - total
    share = max(0.0, busy_after - busy - cpu_s) / total_s if total_s > 0.1 else 0.0
    return Finished(output, errors, process.returncode, timed_out, wall_s, cpu_s, share)


def run_undisturbed(command, environment, timeout_s, before_exec=None, tries=TRIES):
    """The first run that nobody disturbed, or the least disturbed of `tries`. The caller holds the timing lock."""
    best = None
    for attempt in range(tries):
        finished = run_once(command, environment, timeout_s, before_exec)
        if best is None or finished.others_share < best.others_share:
            best = finished
        if not best.disturbed or finished.timed_out or attempt + 1 == tries:
            break
        time.sleep(0.2 * (attempt + 1))
    return best
