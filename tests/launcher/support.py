"""What the launcher's tests share: the built command, small programs made on demand, and running things with a limit."""
import functools
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
XOMP = BUILD / "bin/xomp"
LIBRARY = BUILD / "lib/libxomp.so"
COMPAT = BUILD / "lib/compat"
LIMIT_S = 600  # for one program; a hang is a failure

# The tests' own directory; removed when the process ends.
_directory = tempfile.TemporaryDirectory(prefix="xomp-launcher-")
SCRATCH = pathlib.Path(_directory.name)

# Prints its threads, its settings and whether a region ran on XOMP (by the file that defines GOMP_parallel).
TEAM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  Dl_info where = {0};
  void* entry = dlsym(RTLD_DEFAULT, "omp_get_num_threads");
  if (entry != NULL) dladdr(entry, &where);
  printf("threads %d\nruntime %s\n", threads, where.dli_fname);
  for (int i = 1; i < argc; ++i) {
    const char* value = getenv(argv[i]);
    printf("%s=%s\n", argv[i], value != NULL ? value : "(not set)");
  }
  return argc > 40 ? 1 : 0;
}
"""

SERIAL = "#include <stdio.h>\nint main(void) { puts(\"serial\"); return 0; }\n"


def environment(**changes):
    """This process's environment without settings that would change what is tested; None takes a variable out."""
    ours = {name: value for name, value in os.environ.items()
            if not name.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_STATS", "LD_"))}
    for name, value in changes.items():
        if value is None:
            ours.pop(name, None)
        else:
            ours[name] = str(value)
    return ours


def run(*command, env=None, **options):
    options = {"timeout": LIMIT_S, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([str(word) for word in command], env=environment() if env is None else env, **options)


def xomp(*arguments, **options):
    return run(XOMP, *arguments, **options)


@functools.cache
def compiled(source, *flags, compiler="gcc", name="program"):
    """The path of a program made from `source`; the same source and flags are compiled once."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=SCRATCH))
    (folder / "source.c").write_text(source)
    command = [compiler, "-O1", str(folder / "source.c"), "-o", str(folder / name), *map(str, flags)]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{made.stderr}")
    return folder / name
