"""A results file as `xomp bench` writes it, with made-up but plausible figures: what the report is tested on before and beside real runs."""
import itertools
import json
import random

COMPILERS = {"xomp": ("gcc", "clang"), "libgomp": ("gcc",), "libomp": ("clang",), "libiomp5": ("clang",)}
POLICIES = ("auto", "as=xqueue", "as=x-openmp-wait", "xqueue-nowait:n=2", "as=x-openmp-nowait", "na-ws", "hybrid", "as=ompi", "deque")
# name: operations, serial ns an operation, overhead of a task in ns on (xomp, libgomp, libomp, libiomp5) with one thread
PROGRAMS = {
    "fib": (4.2e5, 2.5, (6, 41, 57, 43)), "nqueens": (1.6e5, 25, (9, 60, 55, 50)), "health": (2e5, 60, (8, 48, 80, 70)),
    "uts": (4.1e6, 110, (8, 45, 52, 50)), "multisort": (4e6, 4, (0.05, 0.1, 0.2, 0.18)), "strassen": (1.7e7, 0.3, (0.001, 0.004, 0.001, 0.001)),
}
CONTENTION = {"xomp": 0.1, "libgomp": 5.0, "libomp": 3.0, "libiomp5": 2.6}

FAILURE = {"kind": "failure", "key": "x", "suite": "tasks", "problem": "uts", "version": "tasks", "peer": "libomp", "policy": "",
           "compiler": "clang", "threads": 8, "size": "medium", "cutoff": "none", "untied": False, "reason": "timed out after 30 s <b>"}
SKIPPED = {"kind": "skipped", "peer": "tbb", "reason": "tbb/task_group.h is missing", "install": "apt-get install libtbb-dev"}


class Writer:
    """Collects entries; the same seed gives the same file."""

    def __init__(self, seed=1):
        self.random = random.Random(seed)
        self.lines = [{"kind": "machine", "time": "2026-01-02T03:04:05Z", "commit": "0123abc", "xomp": "0.1.0",
                       "host": {"processors": 2, "model": "Example CPU", "numa_nodes": 1, "memory_kb": 8 << 20, "kernel": "6.1"},
                       "peers": {"libgomp": {"version": "12.2", "path": "/usr/lib/libgomp.so.1"}},
                       "compilers": {"gcc": "12.2.0", "clang": "19.1.7"}, "command": ["xomp", "bench", "--quick"]}]

    def sample(self, runs=5, wall_s=0.1, **fields):
        fields = {"policy": "auto", "cutoff": "none", "untied": False, "parameters": {}, "size": "small", "version": "tasks", **fields}
        key = "/".join(str(fields.get(name, "")) for name in ("problem", "size", "version", "threads", "compiler", "peer"))
        key = key.replace("/", "".join(f":{name}={value}" for name, value in fields["parameters"].items()) + "/", 1)
        key = key.replace(f"/{fields['version']}/", f"/{fields['cutoff']}/{'untied' if fields['untied'] else 'tied'}/{fields['version']}/", 1)
        key += f":{fields['policy']}" * bool(fields["policy"])
        for run in range(runs):
            noise = 1 + abs(self.random.gauss(0, 0.03))
            self.lines.append({"kind": "sample", "key": key, **fields, "run": run, "wall_s": wall_s * noise,
                               "cpu_s": wall_s * noise * fields["threads"] * 0.95, "peak_kb": 9000 + 300 * fields["threads"],
                               "others_share": 0.3 if self.random.random() < 0.05 else 0.01, "ok": True})

    def text(self):
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def runtimes(peers=("xomp", "libgomp", "libomp", "libiomp5"), policies=("auto",)):
    for peer in peers:
        for compiler in COMPILERS[peer]:
            for policy in policies if peer == "xomp" else ("",):
                yield peer, compiler, policy


def program_wall(name, peer, threads, policy, size_factor):
    operations, serial_ns, overheads = PROGRAMS[name]
    overhead = overheads[("xomp", "libgomp", "libomp", "libiomp5").index(peer)]
    slower = 1 + 0.15 * POLICIES.index(policy or "auto") * (1 if overhead > 1 else 0.1)
    wide = overhead * slower * (1 + (threads > 1) * CONTENTION[peer] * threads ** 0.3)
    processors = min(threads, 2)
    return operations * size_factor, operations * size_factor * (serial_ns / processors + wide / processors) * 1e-9


def programs(writer, peers, threads, sizes, policies, names):
    for name, size in itertools.product(names, sizes):
        factor = {"tiny": 0.1, "small": 1, "medium": 8}[size]
        operations, serial_ns, _ = PROGRAMS[name]
        writer.sample(suite="tasks", problem=name, version="serial", peer="serial", compiler="gcc", threads=1, size=size,
                      operations=operations * factor, wall_s=operations * factor * serial_ns * 1e-9)
        for (peer, compiler, policy), count in itertools.product(runtimes(peers, policies), threads):
            done, wall = program_wall(name, peer, count, policy, factor)
            writer.sample(suite="tasks", problem=name, peer=peer, compiler=compiler, policy=policy, threads=count, size=size, operations=done,
                          wall_s=wall * (1.04 if compiler == "clang" else 1))


def kernels(writer, peers, threads):
    for name, tile, (peer, compiler, policy) in itertools.product(("cholesky", "syrk"), (64, 128, 192, 256, 384), runtimes(peers)):
        count = max(threads)
        flops = 2e9
        rate = 20 * min(count, 2) * (1 - {"xomp": 6, "libgomp": 25, "libomp": 18, "libiomp5": 16}[peer] / tile) * (1 - tile / 3000)
        writer.sample(suite="kernels", problem=name, peer=peer, compiler=compiler, policy=policy, threads=count, operations=flops,
                      parameters={"n": 2048, "tile": tile}, wall_s=flops / rate * 1e-9)


def micro(writer, peers, threads):
    base = {"xomp": 8, "libgomp": 40, "libomp": 55, "libiomp5": 42}
    for kind, contended, count in itertools.product(("mutex", "fetch_and_add"), (0, 1), threads):
        writer.sample(suite="micro", problem="sync", version=kind, peer="threads", compiler="gcc", threads=count, operations=1e5,
                      parameters={"contended": contended}, wall_s=0.001, cycles=20 + 300 * contended * (count - 1))
    for (peer, compiler, policy), count in itertools.product(runtimes(peers), threads):
        for length in (1, 10, 100, 1000):
            cost = base[peer] * (1 + (count > 1) * CONTENTION[peer]) * (1 + 0.02 * length ** 0.3)
            writer.sample(suite="micro", problem="task_length", peer=peer, compiler=compiler, policy=policy, threads=count, operations=1e5,
                          parameters={"length_ns": length}, wall_s=1e-4 * (length + cost), overhead_ns=cost)
        if count == 1:
            continue
        for problem, uneven in (("distribution", 0.03), ("stealing", 0.2)):
            spread = uneven * {"xomp": 0.3, "libgomp": 2, "libomp": 1, "libiomp5": 1}[peer]
            for run in range(4):
                tasks = [int(8000 * max(0.02, writer.random.gauss(1, spread))) for _ in range(count)]
                writer.sample(runs=1, suite="micro", problem=problem, peer=peer, compiler=compiler, policy=policy, threads=count,
                              operations=8000 * count, wall_s=1e-3, tasks_per_worker=tasks, size=f"{'small'}", parameters={"repeat": run})


def task_bench(writer, peers, threads):
    half = {"xomp": 0.5, "libgomp": 4, "libomp": 16, "libiomp5": 12}
    for pattern, count, (peer, compiler, policy) in itertools.product(("stencil_1d", "fft", "tree"), threads, runtimes(peers)):
        for task_us in (0.1, 0.3, 1, 3, 10, 30, 100):
            limit = half[peer] * (1 if count > 1 else 0.5)
            writer.sample(runs=3, suite="taskbench", problem=pattern, peer=peer, compiler=compiler, policy=policy, threads=count, operations=1e4,
                          parameters={"work": task_us}, wall_s=1e4 * (task_us + limit) * 1e-6 / min(count, 2), task_us=task_us + limit,
                          efficiency=task_us / (task_us + limit))


def results(peers=("xomp", "libgomp", "libomp", "libiomp5"), threads=(1, 2, 4), sizes=("small", "medium"), policies=POLICIES[:5], names=PROGRAMS):
    """The whole file as text."""
    writer = Writer()
    programs(writer, peers, threads, sizes, policies, names)
    kernels(writer, peers, threads)
    micro(writer, peers, threads)
    task_bench(writer, peers, threads)
    writer.lines += [FAILURE | {"run": run} for run in range(2)]
    writer.lines.append(SKIPPED)
    return writer.text()


def programs_only(peers=("xomp", "libgomp"), threads=(1, 2), policies=("auto",), names=("fib",)):
    writer = Writer()
    programs(writer, peers, threads, ("tiny",), policies, names)
    return writer.text()
