"""Runs cases over runtimes, interleaved: A B C A B C, so that whatever changes on the machine meets all of them."""
import json
import pathlib
import statistics
import sys
from dataclasses import dataclass, field

from measure.builds import build_micro
from measure.quiet import TRIES, run_undisturbed, timing_lock
from measure.runtimes import clean_environment


@dataclass(frozen=True)
class Case:
    """A program of bench/micro with its options and number of threads (0: the runtime's own choice)."""
    program: str
    threads: int
    options: tuple = ()  # of (name, value), as `--name value`

    @property
    def title(self):
        options = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.program}{options}, {self.threads or 'default'} thread{'' if self.threads == 1 else 's'}"

    def command(self, program_path, trials):
        options = [word for name, value in self.options for word in (f"--{name}", str(value))]
        return [str(program_path), self.program, "--trials", str(trials), *options]


@dataclass
class Results:
    """All trials of one case on one runtime."""
    case: Case
    runtime: str
    trials: list = field(default_factory=list)  # micro's JSON objects, with what the run adds
    failures: list = field(default_factory=list)  # a sentence each

    def values(self, key):
        return [trial[key] for trial in self.trials if key in trial]

    def median(self, key="wall_ns"):
        values = self.values(key)
        return statistics.median(values) if values else None


def parse_case(text, threads):
    """`fib:size=30,variables=3` for one number of threads."""
    program, _, options = text.partition(":")
    pairs = tuple(tuple(option.split("=", 1)) for option in options.split(",") if option)
    return Case(program, threads, pairs)


def environment_for(runtime, threads, extra):
    environment = clean_environment() | runtime.environment | extra
    if threads:
        environment["OMP_NUM_THREADS"] = str(threads)
    return environment


def failure_of(finished, trials, runtime, timeout_s):
    if finished.timed_out:
        return f"not done in {timeout_s:g} s"
    if finished.status != 0 or not trials or not all(trial["ok"] for trial in trials):
        last_words = finished.errors.strip().splitlines()[-1:] or ["no message"]
        kind = "wrong result" if any(not trial["ok"] for trial in trials) else f"exit status {finished.status}"
        return f"{kind} ({last_words[0]})"
    answered = str(pathlib.Path(trials[0]["runtime_path"]).resolve())
    if runtime.answers_from and answered != runtime.answers_from:
        return f"ran on {answered} instead"
    return None


def run_case(case, runtime, results, options):
    """One process; its trials go into the results."""
    environment = environment_for(runtime, case.threads, options.environment)
    command = case.command(build_micro(runtime.compiler), options.trials)
    finished = run_undisturbed(command, environment, options.timeout_s, options.before_exec, options.tries)
    trials = [json.loads(line) for line in finished.output.splitlines() if line.startswith("{")]
    failure = failure_of(finished, trials, runtime, options.timeout_s)
    if failure:
        results.failures.append(failure)
        trials = []
    for trial in trials:
        trial |= {"runtime": runtime.name, "others_share": round(finished.others_share, 3)}
    results.trials += trials
    return trials


@dataclass
class Options:
    runs: int = 7
    trials: int = 1  # of each process
    timeout_s: float = 30
    environment: dict = field(default_factory=dict)  # beyond the runtime's own
    before_exec: object = None
    tries: int = TRIES  # of each run, for one that nobody else's work disturbs
    json_file: object = None


def compare(case, runtimes, options):
    """Results for each runtime, in order. A runtime that fails twice in a case is not asked again."""
    all_results = [Results(case, runtime.name) for runtime in runtimes]
    for run in range(options.runs):
        with timing_lock():
            for runtime, results in zip(runtimes, all_results):
                if len(results.failures) >= 2:
                    continue
                for trial in run_case(case, runtime, results, options):
                    if options.json_file:
                        print(json.dumps(trial | {"run": run}), file=options.json_file, flush=True)
    print(f"  {case.title}: done", file=sys.stderr)
    return all_results
