"""What a task costs in instructions, by callgrind, with one thread: hooks for tools and statistics must add nothing."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", HERE.parent.parent / "build")).resolve()
LIBRARIES = (BUILD.parent if BUILD.name == "counting" else BUILD) / "lib"
SMALL, LARGE = 17, 21  # depths of fib; 2 * (fib(n + 1) - 1) tasks
# Instructions a task of the usual build by gcc 12, program's own included. docs/decisions/accepted/ompt.md.
MOST = {"gcc": 91.0, "clang-19": 118.0}
FIB = """
#include <stdlib.h>
static long fib(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}
int main(int count, char **arguments) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(atoi(arguments[1]));
  return result < count - 2;
}
"""
# By hand, as clang 23 calls: arguments[2] is the flags of all tasks.
FLAGGED = """
#include <stdint.h>
#include <stdlib.h>
typedef int32_t (*Entry)(int32_t, void *);
void *__kmpc_omp_task_alloc(void *, int32_t, int32_t, size_t, size_t, Entry);
int32_t __kmpc_omp_task(void *, int32_t, void *), __kmpc_omp_taskwait(void *, int32_t), __kmpc_global_thread_num(void *);
static int32_t count;
static int32_t body(int32_t id, void *task) { return count += task != 0 && id >= 0; }
int main(int n, char **arguments) {
  const int32_t id = __kmpc_global_thread_num(0), flags = atoi(arguments[2]);
  for (int i = 0; i < atoi(arguments[1]); ++i) __kmpc_omp_task(0, id, __kmpc_omp_task_alloc(0, id, flags, 40, 0, body));
  __kmpc_omp_taskwait(0, id);
  return n == 0;
}
"""


def tasks_of(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return 2 * (b - 1)


def instructions(program, n, folder, *more):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
    environment |= {"LD_LIBRARY_PATH": f"{LIBRARIES}/compat", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(program), str(n), *more],
                          env=environment, capture_output=True, text=True, timeout=600, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


class Instructions(unittest.TestCase):
    @unittest.skipUnless(shutil.which("valgrind"), "no valgrind")
    def test_a_task_costs_no_more_than_it_did(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "fib.c"
            source.write_text(FIB)
            for compiler, most in MOST.items():
                program = pathlib.Path(folder) / f"fib-{compiler}"
                subprocess.run([compiler, "-O2", "-fopenmp", str(source), "-o", str(program), "-L/usr/lib/llvm-19/lib"], check=True)
                few, many = (instructions(program, n, folder) for n in (SMALL, LARGE))
                each = (many - few) / (tasks_of(LARGE) - tasks_of(SMALL))
                with self.subTest(compiler=compiler):
                    self.assertLessEqual(round(each, 1), most)

    @unittest.skipUnless(shutil.which("valgrind"), "no valgrind")
    def test_a_task_for_free_agents_costs_what_a_plain_one_costs(self):
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder) / "flagged.c", pathlib.Path(folder) / "flagged"
            source.write_text(FLAGGED)
            subprocess.run(["gcc", "-O2", str(source), "-o", str(program), f"-L{LIBRARIES}", "-lxomp", f"-Wl,-rpath,{LIBRARIES}"], check=True)
            plain, pool = (instructions(program, 20000, folder, flags) - instructions(program, 10000, folder, flags) for flags in ("1", "129"))
            self.assertEqual(pool, plain)


if __name__ == "__main__":
    unittest.main()
