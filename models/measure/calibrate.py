#!/usr/bin/env python3
"""Makes a machine's description for `xomp sim` of what `measure` prints there.

usage: calibrate.py NAME MEASURE XOMP-SIM LIBRARY PROBLEMS > models/machines/NAME.json

Run it on a quiet machine with one node and one shared cache. MEASURE: build/bin/xomp_measure (ninja xomp_measure). PROBLEMS:
problems.c, compiled with -O2 -fopenmp (gcc or clang).
LIBRARY is libxomp.so. One cost cannot be measured by itself: an access to a line that is there, with the instructions around
it. It is made such that fib takes as long in the simulator as here, with two threads.
"""
import json
import os
import subprocess
import sys

FIB = 24


def measured(program):
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(value) for name, value in (line.split() for line in lines)}


def description(name, cores, found, hit):
    """The file's content. What one shared cache has no use for gets the cost of the shared cache."""
    def cost(value, source):
        return {"value": round(value, 2), "source": source}

    here = "models/measure/measure.cpp"
    costs = {"hit": cost(hit, f"such that fib({FIB}) takes as long as here with two threads (models/measure/calibrate.py)")}
    for distance in ("same_cache", "same_node", "other_node", "two_hops"):
        costs[distance] = cost(found["transfer"], f"{here}: a line there and back, halved")
        costs[f"busy_{distance}"] = cost(found["busy"], f"{here}: two threads add to one word, time for each addition")
    costs["memory"] = cost(found["memory"], f"{here}: lines of 64 MiB, one after the other")
    costs["busy_memory"] = cost(found["busy"], "as busy_same_cache")
    costs["read_busy"] = cost(found["busy"] / 2, "assumed: half of busy_same_cache")
    costs["invalidation"] = cost(0, "at most one other core holds a line")
    costs["read_modify_write"] = cost(found["read_modify_write"], f"{here}: additions to a line that is there")
    costs["store_buffer"] = cost(10 * found["transfer"], "assumed: ten lines on their way")
    for plain in ("pause", "read_clock", "yield", "futex_call", "futex_wake", "wake_up", "heavy_fence",
                  "heavy_fence_interrupt", "start_thread"):
        costs[plain] = cost(found[plain], here)
    costs["heavy_fence_each"] = cost(found["heavy_fence_beside_one"] - found["heavy_fence"],
                                     f"{here}: beside a thread that runs, less what it costs alone")
    return {"name": name, "nodes": 1, "cores_per_node": cores, "cores_per_cache": cores, "threads_per_core": 1,
            "costs_ns": costs}


def simulated_ns(simulator, machine):
    request = {"machine": machine, "program": "fib", "size": FIB, "grain_ns": 0, "workers": 2}
    done = subprocess.run([simulator, json.dumps(request)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["time_ns"]


def real_ns(library, problems):
    environment = dict(os.environ, LD_PRELOAD=library, OMP_NUM_THREADS="2",
                       LD_LIBRARY_PATH=os.path.join(os.path.dirname(library), "compat"))
    done = subprocess.run([problems, "fib", str(FIB), "0", "30"], check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    name, measure, simulator, library, problems = sys.argv[1:]
    found = measured(measure)
    wanted = real_ns(library, problems)
    cores = len(os.sched_getaffinity(0))
    low, high = 0.01, 5.0  # time grows with the cost of a hit
    while high - low > 0.005:
        middle = (low + high) / 2
        if simulated_ns(simulator, description(name, cores, found, middle)) < wanted:
            low = middle
        else:
            high = middle
    print(json.dumps(description(name, cores, found, (low + high) / 2), indent=1))


if __name__ == "__main__":
    main()
