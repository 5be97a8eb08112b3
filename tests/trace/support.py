"""Programs, runs under `xomp trace`, and what the page says: its JSON and its blocks of slices."""
import base64
import gzip
import json
import os
import pathlib
import re
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
WORK = BUILD / "trace"
XOMP = BUILD / "bin" / "xomp"
COMPILERS = ("gcc", "clang-19")
LIMIT_S = 120


def environment(**settings):
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
    return {**ours, **{k: str(v) for k, v in settings.items()}}


def compiled(source, compiler, *options):
    WORK.mkdir(exist_ok=True)
    output = WORK / f"{pathlib.Path(source).stem}-{compiler}"
    subprocess.run([compiler, "-fopenmp", "-O2", "-g", str(source), "-o", str(output), *options], check=True)
    return output


def compiled_cpp(source, compiler, *options):
    WORK.mkdir(exist_ok=True)
    output = WORK / f"{pathlib.Path(source).stem}-{compiler}"
    subprocess.run([compiler, "-std=c++20", "-O1", "-g", f"-I{ROOT}/include", *options, str(source), "-o", str(output), f"-L{BUILD}/lib", "-lxomp",
                    "-pthread", f"-Wl,-rpath,{BUILD}/lib"], check=True)
    return output


def processors():
    return len(os.sched_getaffinity(0))


def run(*command, **settings):
    return subprocess.run([str(part) for part in command], env=environment(**settings), capture_output=True, text=True,
                          timeout=LIMIT_S)


def trace(program, *options, arguments=(), threads=2, **settings):
    """Runs the program under `xomp trace`; returns the finished command and the page's runs."""
    out = WORK / f"{program.name}-page"
    for old in WORK.glob(f"{out.name}*"):
        old.unlink()
    done = run(XOMP, "trace", "--threads", threads, "--out", out, *options, "--", program, *arguments, **settings)
    page = out.with_suffix(".html")
    return done, Page(page) if page.exists() else None


def lives(path):
    """How long each lane of a recording had a thread, in ns: by its records thread_begin and thread_end (include/xomp/trace_file.h)."""
    begins_at, thread_begin, thread_end, chunk, head = 4096, 1, 2, 65536, 64
    data = path.read_bytes()
    first_ticks, first_ns, last_ticks, last_ns = struct.unpack_from("<4Q", data, 48)
    found = {}
    for at in range(begins_at, len(data) - chunk + 1, chunk):
        what, lane = struct.unpack_from("<II", data, at)
        if what != 1:
            continue
        for first, _ in struct.iter_unpack("<QQ", data[at + head:at + chunk]):
            if first == 0:
                break
            if first >> 8 & 0xff in (thread_begin, thread_end):
                found.setdefault(lane, []).append((first >> 16, first >> 8 & 0xff))
    sums = []
    for lane in sorted(found):
        begun, total = None, 0
        for ticks, kind in sorted(found[lane]):
            if kind == thread_begin:
                begun = ticks
            elif begun is not None:
                total, begun = total + ticks - begun, None
        total += last_ticks - begun if begun is not None else 0
        sums.append(total * (last_ns - first_ns) / (last_ticks - first_ticks))
    return sums


class Page:
    def __init__(self, path):
        self.text = path.read_text()
        self.runs = json.loads(re.search(r'<script type="application/json" id="meta">(.*?)</script>', self.text, re.S)[1])
        self.first = self.runs[0]

    def block(self, number):
        packed = re.search(rf'<script type="text/plain" id="b{number}">(.*?)</script>', self.text)[1]
        return gzip.decompress(base64.b64decode(packed))

    def slices(self, lane):
        """(begin, end, state) of each slice of the lane, in ns."""
        for begin, _, count, shift, number in self.first["blocks"][lane] or []:
            data = self.block(number)
            at = lambda columns: (columns * 4 * count + 7 * columns) // 8 * 8 if count % 2 else columns * 4 * count
            starts = struct.unpack_from(f"<{count}I", data, 0)
            lengths = struct.unpack_from(f"<{count}I", data, at(1))
            for start, length in zip(starts, lengths):
                yield begin + (start << shift), begin + ((start + length) << shift)

    def findings(self):
        return [finding["kind"] for finding in self.first["findings"] or []]
