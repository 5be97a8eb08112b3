"""Goals on the process: what loading the library costs, and what it links against."""
import os
import re
import statistics
import subprocess
import time

from measure import builds, runtimes, trials
from measure.goals.figure import Figure
from measure.quiet import timing_lock

STARTUP = runtimes.REPOSITORY / "bench" / "startup"
ALLOWED = re.compile(r"linux-vdso|libc\.so|libm\.so|ld-linux")
MOST_STARTUP_S, STARTS = 0.001, 150


def seconds_of_a_start(program, environment):
    start = time.perf_counter()
    process = os.posix_spawn(program, [program], environment)
    _, status = os.waitpid(process, 0)
    seconds = time.perf_counter() - start
    if status:
        raise RuntimeError(f"{program}: status {status}")
    return seconds


def startup(chosen, _options):
    """Medians of interleaved starts. The serial program is built by the same compiler and runs nothing of OpenMP."""
    for source, what in (("question", "loading and one question"), ("region", "and a first region, 2 threads")):
        commands = {}
        for runtime in chosen:
            serial = builds.build("nothing", [STARTUP / "nothing.c"], runtime.compiler, ["-O2"])
            program = builds.build(source, [STARTUP / f"{source}.c"], runtime.compiler)
            commands[runtime.name] = (str(program), trials.environment_for(runtime, 2, {}))
            commands[f"{runtime.compiler}/serial"] = (str(serial), runtimes.clean_environment())
        seconds = {name: [] for name in commands}
        with timing_lock():
            for _ in range(STARTS):
                for name, (program, environment) in commands.items():
                    seconds[name].append(seconds_of_a_start(program, environment))
        middle = {name: statistics.median(values) for name, values in seconds.items()}
        extra = {name: middle[name] - middle[name.partition("/")[0] + "/serial"] for name in middle if not name.endswith("/serial")}
        ours = {name: s for name, s in extra.items() if name.endswith("/xomp")}
        text_of = lambda values: ", ".join(f"{name} {s * 1e3:.2f} ms" for name, s in values.items())  # noqa: E731
        others = {name: s for name, s in extra.items() if name not in ours}
        if source == "question":
            yield Figure(f"start-up over a serial program: {what}", text_of(ours), text_of(others), "<= 1 ms", max(ours.values()) <= MOST_STARTUP_S)
        else:
            yield Figure(f"start-up over a serial program: {what}", text_of(ours), text_of(others), "<= the best",
                         max(ours.values()) <= min(others.values()) * 1.05 if others else None)


def links(_runtimes, _options):
    library = runtimes.xomp("gcc").answers_from
    said = subprocess.run(["ldd", library], capture_output=True, text=True, check=False).stdout
    names = [line.split()[0].rpartition("/")[2] for line in said.splitlines() if line.strip()]
    others = [name for name in names if not ALLOWED.search(name)]
    yield Figure("what the library links against", ", ".join(names), "", "libc, libm, loader", bool(names) and not others)
