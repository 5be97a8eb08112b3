#!/usr/bin/env python3
"""Do simulated and measured times order the policies in the same way?

usage: validate.py measure XOMP PROBLEMS > times.json       on a quiet machine; a minute
       validate.py compare MACHINE XOMP times.json          anywhere; MACHINE describes the measured one

Every policy runs six programs with two threads: PROBLEMS (problems.c, compiled) under `XOMP run`, the fastest of some runs, twice;
and in the simulator the fastest of as many seeds. Prints the times, and Spearman's rank correlation: of measured and simulated
times for each program; of the two measurements with each other, as more than that nobody can ask for; and of all times as multiples
of their program's fastest.
"""
import json
import subprocess
import sys

THREADS, RUNS = 2, 7
# Grains small enough for the policies to differ.
PROGRAMS = [("fib", 22, 0), ("uts", 50000, 100), ("producer", 20000, 300), ("flat", 50000, 100), ("chain", 20000, 300),
            ("cholesky", 24, 1000)]


def ranks(values):
    """From 1; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in order[at:end]:
            result[i] = (at + end + 1) / 2
        at = end
    return result


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    mean = (len(a) + 1) / 2
    product = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    return product / (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** 0.5


def output_of(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def policies(xomp):
    return [line for line in output_of(xomp, "info", "--policies").splitlines()[1:] if line and not line.startswith(" ")]


def measure(xomp, problems):
    """Two times in ns for each program and policy."""
    def fastest(program, policy):
        return float(output_of(xomp, "run", "--threads", THREADS, "--policy", policy, problems, *program, RUNS))

    names = policies(xomp)
    rounds = [{p[0]: {name: fastest(p, name) for name in names} for p in PROGRAMS} for _ in range(2)]
    return {p[0]: {name: [r[p[0]][name] for r in rounds] for name in names} for p in PROGRAMS}


def simulate(xomp, machine, program):
    """The time in ns for each policy."""
    name, size, grain = program
    fastest = {}
    for seed in range(1, RUNS + 1):
        answer = output_of(xomp, "sim", "--machine", machine, "--policy", "all", "--program", name, "--size", size, "--grain", grain,
                           "--workers", THREADS, "--seed", seed, "--json")
        for run in json.loads(answer):
            fastest[run["policy"]] = min(run["time_ns"], fastest.get(run["policy"], run["time_ns"]))
    return fastest


def multiples(times):
    return [time / min(times) for time in times]


def compare(machine, xomp, measured):
    everything = [[], [], []]
    for program in PROGRAMS:
        simulated = simulate(xomp, machine, program)
        rows = [(name, *times, simulated[name]) for name, times in measured[program[0]].items()]
        first, second, model = (list(column) for column in list(zip(*rows))[1:])
        print(f"\n{program[0]} {program[1]}, grain {program[2]} ns: Spearman {spearman(first, model):.2f} "
              f"(measured again: {spearman(first, second):.2f})")
        for name, *times in sorted(rows, key=lambda row: row[1]):
            a, b, c = (ns / 1e6 for ns in times)
            print(f"  {name:<15} measured {a:8.3f} ms, again {b:8.3f} ms   simulated {c:8.3f} ms   {c / min(a, b):5.2f}", flush=True)
        for column, times in zip(everything, (first, second, model)):
            column += multiples(times)
    print(f"\nall, as multiples of each program's fastest: Spearman {spearman(everything[0], everything[2]):.2f} "
          f"(measured again: {spearman(everything[0], everything[1]):.2f})")


def main():
    words = sys.argv[1:]
    if len(words) == 3 and words[0] == "measure":
        print(json.dumps(measure(*words[1:]), indent=1))
    elif len(words) == 4 and words[0] == "compare":
        with open(words[3], encoding="utf-8") as file:
            compare(words[1], words[2], json.load(file))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
