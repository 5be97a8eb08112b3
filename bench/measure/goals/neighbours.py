"""Goals on company: a real program beside a busy loop, and many packages with their own runtimes in one process."""
import contextlib
import signal
import statistics
import subprocess
import sys

from measure import pypi, runtimes
from measure.goals.figure import Figure, not_measured
from measure.quiet import run_once, run_undisturbed, timing_lock

PROGRAMS = runtimes.REPOSITORY / "bench" / "programs"
PACKAGES = ["scikit_learn", "boosting", "xgboost", "lightgbm", "faiss", "healpy", "pykdtree", "pyscf", "numba"]
# Packages of PyPI that these and the training need; six of them bring a libgomp of their own.
INSTALL = ["lightgbm", "scikit-learn", "--no-deps xgboost", "scipy", "faiss-cpu", "healpy", "pykdtree", "pyscf", "numba", "mkl"]
MOST_TRAINING, MOST_PACKAGES = 1.6, 1.2


@contextlib.contextmanager
def busy_loop():
    loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        loop.send_signal(signal.SIGKILL)
        loop.wait()


def sides():
    """(name, environment) of the wheels' own runtimes and of XOMP."""
    return [("own", {}), ("xomp", runtimes.xomp("gcc").environment)]


def run(script, arguments, environment, options, timeout_s):
    environment = runtimes.clean_environment() | environment | {"OMP_NUM_THREADS": "2"} | options.environment
    return run_undisturbed([pypi.python(), str(PROGRAMS / script), *arguments], environment, timeout_s, tries=options.tries)


def training_seconds(finished, timeout_s):
    if finished.timed_out:
        return timeout_s
    if finished.status:
        raise RuntimeError((finished.errors.strip().splitlines() or ["no message"])[-1])
    return float(finished.output.split()[1])


def training_beside_a_busy_loop(_runtimes, options):
    goal, wanted, timeout_s = "LightGBM training beside one busy loop / alone", f"<= {MOST_TRAINING}", options.timeout_s
    if not pypi.are_installed(["lightgbm"]):
        yield not_measured(goal, wanted, "lightgbm is not installed (bench/compare --install)")
        return
    quiet, beside = {name: [] for name, _ in sides()}, {name: [] for name, _ in sides()}
    for _ in range(max(1, min(3, options.runs))):
        with timing_lock():
            for name, environment in sides():
                quiet[name].append(training_seconds(run("training.py", [], environment, options, timeout_s), timeout_s))
                with busy_loop():
                    beside[name].append(training_seconds(run_once_beside(environment, options, timeout_s), timeout_s))
    middle = {name: (statistics.median(quiet[name]), statistics.median(beside[name])) for name in quiet}
    ratio = middle["xomp"][1] / middle["xomp"][0]
    least = min(pair[0] for pair in middle.values())
    mark = ">" if middle["own"][1] >= timeout_s else ""
    yield Figure(goal, f"{middle['xomp'][0]:.2f} s -> {middle['xomp'][1]:.2f} s = {ratio:.2f}",
                 f"libgomp {middle['own'][0]:.2f} s -> {mark}{middle['own'][1]:.2f} s", wanted, ratio <= MOST_TRAINING)
    yield Figure("LightGBM training alone, XOMP / own", f"{middle['xomp'][0] / middle['own'][0]:.2f}", f"{least:.2f} s is the best", "<= 1.05",
                 middle["xomp"][0] <= middle["own"][0] * 1.05)


def run_once_beside(environment, options, timeout_s):
    """Not the least disturbed of several: the disturbance is the point."""
    environment = runtimes.clean_environment() | environment | {"OMP_NUM_THREADS": "2"} | options.environment
    return run_once([pypi.python(), str(PROGRAMS / "training.py")], environment, timeout_s)


def round_times(finished):
    """({package: ms a round}, threads of the process, runtime files in it)."""
    if finished.timed_out or finished.status:
        raise RuntimeError((finished.errors.strip().splitlines() or ["no message"])[-1])
    lines = [line.split() for line in finished.output.splitlines()]
    return {name: float(words[1]) for name, *words in lines[:-1]}, int(lines[-1][1]), int(lines[-1][2])


def median_times(all_times):
    return {name: statistics.median(times[name] for times in all_times) for name in all_times[0]}


def package_sides():
    """What the wheels bring, XOMP, and XOMP with one thread: calls in turn find cold caches, whoever runs the threads."""
    one_thread = runtimes.xomp("gcc").environment | {"OMP_THREAD_LIMIT": "1"}
    return [*sides(), ("one thread", one_thread)]


def many_packages(_runtimes, options):
    goal, wanted = "nine packages called in turn in one process / each alone", f"<= {MOST_PACKAGES}"
    if not pypi.are_installed(INSTALL):
        yield not_measured(goal, wanted, "packages are missing (bench/compare --install)")
        return
    together, alone, threads = {}, {}, {}
    for _ in range(max(1, min(3, options.runs))):
        with timing_lock():
            for name, environment in package_sides():
                rounds = ["--rounds", "60"]
                times, threads[name], _ = round_times(run("packages.py", [*rounds, *PACKAGES], environment, options, 300))
                together.setdefault(name, []).append(times)
                each = [round_times(run("packages.py", [*rounds, package], environment, options, 120))[0] for package in PACKAGES]
                alone.setdefault(name, []).append({package: time for times in each for package, time in times.items()})
    sums = {name: (sum(median_times(alone[name]).values()), sum(median_times(together[name]).values())) for name in together}
    ratios = {name: pair[1] / pair[0] for name, pair in sums.items()}
    texts = {name: f"{pair[0]:.2f} -> {pair[1]:.2f} ms = {ratios[name]:.2f}" for name, pair in sums.items()}
    yield Figure(goal, texts["xomp"], f"own {texts['own']}, one thread {texts['one thread']}", wanted, ratios["xomp"] <= MOST_PACKAGES)
    beyond = ratios["xomp"] / ratios["one thread"]
    yield Figure("the same, over the ratio with one thread (cold caches)", f"{beyond:.2f}", f"own {ratios['own'] / ratios['one thread']:.2f}",
                 wanted, beyond <= MOST_PACKAGES)
    yield Figure("the same, threads of the process", str(threads["xomp"]), f"own {threads['own']}", "<= own", threads["xomp"] <= threads["own"])
