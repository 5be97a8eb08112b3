"""Programs that hang, and what is said of them."""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
WORK = BUILD / "stack"
COMPILERS = ("gcc", "clang-19")
LIBRARY = BUILD / "lib" / "libgomp-xomp.so"
LIMIT_S = 60
LEVELS = os.environ.get("XOMP_STACK_LEVELS", "-O2").split()  # of optimisation; more than one takes longer


def line_in(source, text):
    """`SOURCE:LINE` of the one line that has this text."""
    found = [number for number, line in enumerate((HERE / source).read_text().splitlines(), 1) if text in line]
    assert len(found) == 1, (text, found)
    return f"{source}:{found[0]}"


def line_of(text):
    return line_in("hang.c", text)


def compiled(compiler, *options, level="-O2", source="hang.c", name=None):
    WORK.mkdir(exist_ok=True)
    output = WORK / f"{name or pathlib.Path(source).stem}{level}-{compiler}"
    subprocess.run([compiler, "-fopenmp", level, "-w", *options, str(HERE / source), "-o", str(output), "-pthread"], check=True)
    return output


def compiled_front_end(source):
    """A program of a front end's headers."""
    WORK.mkdir(exist_ok=True)
    output = WORK / pathlib.Path(source).stem
    folders = [f"-I{ROOT / folder}" for folder in ("include", "front/taskflow/include", "front/ttg/include")]
    subprocess.run(["g++", "-std=c++20", "-g", "-O2", *folders, str(HERE / source), "-o", str(output), f"-L{BUILD / 'lib'}", "-lxomp",
                    "-pthread"], check=True)
    return output


def stripped_library():
    """A folder with the library as distributions ship it, under all its names."""
    folder = WORK / "stripped"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run(["strip", "--strip-all", str(LIBRARY), "-o", str(folder / LIBRARY.name)], check=True)
    for link in (BUILD / "lib" / "compat").iterdir():
        (folder / link.name).symlink_to(LIBRARY.name)
    return folder


class Hanging:
    """A program that has said that it is ready, so many times, until the end of the block."""

    def __init__(self, *command, libraries=BUILD / "lib" / "compat", times=1, **settings):
        ours = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env={**ours, "LD_LIBRARY_PATH": f"{libraries}:{BUILD / 'lib'}", **settings})
        before, ready = "", 0
        while ready < times:
            line = self.process.stdout.readline()
            assert line, f"{command} has ended: {before}"
            before += line
            if re.fullmatch("(ready)+\n", line):  # two ranks' lines may come out as one; a launcher has warnings
                ready += line.count("ready")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        below = list(self._below(self.process.pid))  # a launcher that is killed leaves its ranks
        self.process.kill()
        for process in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def _below(self, process):
        for children in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from self._below(child)
                yield int(child)

    def stack(self, *options):
        return xomp_stack(self.process.pid, *options)

    def stack_with(self, *parts, options=()):
        """What is said once all of these are in it: the other threads may still be on their way to where they hang."""
        end = time.monotonic() + LIMIT_S
        while True:
            said = self.stack(*options)
            if said.returncode == 0 and all(part in said.stdout for part in parts):
                return said.stdout
            if time.monotonic() > end or said.returncode not in (0, 1):
                missing = [part for part in parts if part not in said.stdout]
                raise AssertionError(f"not said: {missing}\n{said.stdout}{said.stderr}")

    def core(self):
        base = WORK / "core"
        subprocess.run(["gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off", "-p", str(self.process.pid), "-ex",
                        f"generate-core-file {base}"], check=True, capture_output=True, timeout=LIMIT_S)
        return base


def xomp_stack(*words):
    return subprocess.run([str(BUILD / "bin" / "xomp"), "stack", *map(str, words)], capture_output=True, text=True,
                          timeout=LIMIT_S)
