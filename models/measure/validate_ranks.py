#!/usr/bin/env python3
"""Do simulated ranks send what real ones send, and do they take as long?

usage: validate_ranks.py BUILD CLUSTER [mpicxx [mpirun WORD...]]

Builds the simulator's programs (models/cluster/programs) for real processes and runs them with 2 to 8 of them by mpirun, three times each,
and with as many simulated ranks of CLUSTER. BUILD is a build of the library with `xomp`. Prints for each run records, pieces and their bytes,
which must be the same (exit 1 if they are not); batches and their bytes, which must be the same where each message goes alone and no credits
are left over from the run before; and the
least time of two processes beside the simulated one. On a machine with two processors more than two processes share them, so
that their times mean nothing.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RANKS = 2, 3, 4, 6, 8
# Program, its numbers, and whether batches are certain: each message is sent when nothing else is on its way to that rank.
RUNS = [("fence", {}, True), ("hop", {"steps": 10_000}, True), ("hop", {"bytes": 2048}, True), ("hop", {"bytes": 131_072}, True),
        ("broadcast", {}, True), ("alltoall", {}, True), ("flood", {}, False), ("stencil", {"grain_ns": 5000}, False), ("stencil", {}, False),
        ("cholesky", {"bytes": 1024}, False), ("cholesky", {}, False)]
CERTAIN = "records", "pieces", "piece_bytes"
BATCHES = "batches", "batch_bytes"


def build(folder, library, compiler):
    program = folder / "real"
    sources = [ROOT / "models/cluster/real.cpp", *sorted((ROOT / "models/cluster/programs").glob("*.cpp"))]
    subprocess.run([compiler, "-std=c++20", "-O2", "-DXOMP_TTG_MPI", *(f"-I{ROOT / part}" for part in (".", "front/ttg/include", "include")),
                    *sources, "-o", program, f"-L{library}", "-lxomp", f"-Wl,-rpath,{library}"], check=True)
    return program


def real(program, launcher, ranks, name, numbers):
    words = [f"{key}={value}" for key, value in numbers.items()]
    # The simulator's network is MPI's, also between ranks of a node.
    done = subprocess.run([*launcher, "-n", str(ranks), program, name, *words], capture_output=True, text=True, check=True,
                          env={**os.environ, "XOMP_TTG_NODE_RANKS": "0"})
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def simulated(xomp, cluster, ranks, name, numbers):
    options = [word for key, value in numbers.items() for word in ("--grain" if key == "grain_ns" else f"--{key}", str(value))]
    done = subprocess.run([xomp, "sim", "ranks", "-c", cluster, "-P", name, "-r", str(ranks), "--json", *options],
                          capture_output=True, text=True, check=True)
    answer, = json.loads(done.stdout)
    return {"time_ns": answer["time_ns"], **answer["sent"]}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    library, cluster = pathlib.Path(sys.argv[1]).resolve() / "lib", sys.argv[2]
    compiler = sys.argv[3] if len(sys.argv) > 3 else "mpicxx"
    launcher = sys.argv[4:] or ["mpirun", "--oversubscribe"]
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        program = build(pathlib.Path(folder), library, compiler)
        for name, numbers, is_certain in RUNS:
            for ranks in RANKS:
                runs = real(program, launcher, ranks, name, numbers)
                one = simulated(library.parent / "bin/xomp", cluster, ranks, name, numbers)
                wrong = [what for what in CERTAIN + (BATCHES if is_certain and (name != "hop" or ranks == 2) else ()) if any(r[what] != one[what] for r in runs)]
                different += bool(wrong)
                batches = "-".join(map(str, sorted({min(r["batches"] for r in runs), max(r["batches"] for r in runs)})))
                times = f"{min(r['time_ns'] for r in runs) / 1000:.0f} us, simulated {one['time_ns'] / 1000:.0f}" if ranks == 2 else ""
                text = ", ".join(f"{key} {value}" for key, value in numbers.items())
                print(f"{name} {text:<16} {ranks} ranks: records {one['records']}, pieces {one['pieces']}, {one['piece_bytes']} bytes; batches "
                      f"{batches}, simulated {one['batches']}; {times} {'DIFFERENT: ' + ', '.join(wrong) if wrong else ''}", flush=True)
    print(f"{different} runs differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
