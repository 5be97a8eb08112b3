"""One run of a case: a process, what it printed, and whether that can be believed."""
import json
import pathlib
import time

from measure import quiet, runtimes
from session import allocators, peers, policies
from session.problems import ON_XOMP

# Of a line that a program prints, what its case's identity says already.
KNOWN = ("problem", "program", "version", "compiler", "runtime_path", "threads", "size", "cutoff", "untied", "parameters", "runs", "ok")

_steps_per_ns = {}  # by compiler: see learn_work()


def environment_of(case, problem, chosen=(), allocator=None):
    """`chosen`: what the user wants for the programs of OpenMP runtimes, pairs of name and value. `allocator`: as --allocator says."""
    runtime = peers.runtime_of(case.compiler, case.peer)
    environment = runtimes.clean_environment() | runtime.environment | {"OMP_NUM_THREADS": str(case.threads)}
    settings = problem.settings() if problem.folder else {}
    environment |= settings.get("environment", {}) | (settings.get("openmp_environment", {}) if case.peer in peers.OPENMP else {})
    environment |= dict(chosen) if case.peer in (*peers.OPENMP, *ON_XOMP) else {}
    environment = allocators.preload(environment, allocators.of_suite(allocator, case.suite))
    return environment | policies.environment_of(case.policy) | _work_of(case.compiler)


def learn_work(programs):
    """How long a step of the harness's work is, by compiler: the shortest time of all programs' --describe. Then all do the same work."""
    for program in programs:
        if steps := program.description.get("steps_per_ns"):
            _steps_per_ns[program.compiler] = max(_steps_per_ns.get(program.compiler, 0), steps)


def _work_of(compiler):
    return {"BENCH_STEPS_PER_NS": f"{_steps_per_ns[compiler]:.6g}"} if compiler in _steps_per_ns else {}


def _trial_of(finished):
    lines = [line for line in finished.output.splitlines() if line.startswith("{")]
    try:
        return json.loads(lines[-1]) if lines else None
    except ValueError:
        return None


def _failure_of(case, finished, trial, timeout_s):
    if finished.timed_out:
        return f"timed out after {timeout_s:g} s"
    if finished.status or not trial or not trial.get("ok"):
        words = finished.errors.strip().splitlines() or ["no message"]
        last_words = words[0 if case.mpi else -1]  # a launcher has its say after the program
        kind = "wrong result" if trial and not trial.get("ok") else f"exit status {finished.status}"
        return f"{kind} ({last_words})"
    wanted = peers.runtime_of(case.compiler, case.peer).answers_from
    answered = str(pathlib.Path(trial["runtime_path"]).resolve()) if trial.get("runtime_path") else wanted
    if case.peer in (*peers.OPENMP, *ON_XOMP) and answered != wanted:
        return f"ran on {answered} instead"
    return None


def run(case, program, number, options, most_s):
    """A record for the results: a sample or a failure. What takes longer than most_s is ended."""
    launch = program.mpi.launch_command(case.ranks, case.threads) if program.mpi else []
    command = [*launch, str(program.path), *case.arguments()]
    if case.suite != "constructs":
        settings, chosen = program.problem.settings(), dict(case.parameters)
        command += [word for name, value in settings.get("set", {}).items() if name not in chosen for word in (f"--{name}", f"{value:.17g}")]
        command += ["--warm-up", str(settings.get("warm_up", options.warm_up)), "--at-least", str(options.at_least_s)]
        command += ["--input", options.input] if options.input and program.description.get("input") else []
    start = time.monotonic()
    finished = quiet.run_undisturbed(command, environment_of(case, program.problem, options.environment, options.allocator), most_s, tries=options.tries)
    spent_s = round(time.monotonic() - start, 3)  # all tries together: what another run is likely to take
    trial = _trial_of(finished)
    failure = _failure_of(case, finished, trial, most_s)
    if failure:
        # The short limit of --quick is for a machine that has nothing else to do.
        excused = options.quick and finished.timed_out and finished.disturbed
        if excused:
            failure += f" while other programs used {finished.others_share:.0%} of the processors"
        return {"kind": "failure", **case.identity(), "run": number, "reason": failure, "excused": excused, "process_s": spent_s}
    measured = {name: value for name, value in trial.items() if name not in KNOWN}
    # All values of the parameters, those of the size, too.
    parameters = trial.get("parameters", dict(case.parameters))
    return {"kind": "sample", **case.identity(), "parameters": parameters, "run": number, **measured,
            "others_share": round(finished.others_share, 3), "process_s": spent_s, "ok": True}
