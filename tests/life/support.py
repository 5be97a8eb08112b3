"""What these tests share: programs built by both compilers against the built library, in a folder that others can read."""
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
COMPAT = BUILD / "lib/compat"
CONFORMANCE = ROOT / "tests/conformance"
COMPILERS = ("gcc", "clang-19")
LIMIT_S = 900  # for one program under valgrind on a busy machine

_directory = tempfile.TemporaryDirectory(prefix="xomp-life-")  # removed when the process ends
SCRATCH = pathlib.Path(_directory.name)
SCRATCH.chmod(0o755)


def environment(**changes):
    """This process's environment, without OpenMP's variables, with the built library under every runtime's name."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
    return {**ours, "LD_LIBRARY_PATH": str(COMPAT), **changes}


def run(*command, env=None):
    return subprocess.run([str(word) for word in command], env=env or environment(), timeout=LIMIT_S, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def build(source, compiler, *options, name=None):
    """Builds a C or C++ program (or, with -shared, a plugin) with OpenMP, by default under its source's name; returns its path."""
    source = pathlib.Path(source)
    if source.suffix == ".cpp":
        compiler = {"gcc": "g++", "clang-19": "clang++-19"}[compiler]
    output = SCRATCH / f"{name or source.stem}-{compiler}"
    # valgrind 3.19 cannot read what clang 19 writes by default
    done = run(compiler, "-gdwarf-4", "-O1", "-fopenmp", f"-I{CONFORMANCE}", source, "-o", output, "-lpthread", "-ldl",
               "-L/usr/lib/llvm-19/lib", *options, env=dict(os.environ))
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    return output
