// Tasks of every kind one below the other, in a recursion: deferred, undeferred, final, untied, in a group, in a taskloop, with
// children that outlive them. Each sees its own data, and every wait finds its tasks done.
#include <omp.h>

#include "check.h"

enum { kDepth = 9 };

static int never, late;

static long tree(int depth, int seed);

static long leaves_behind(int depth, int seed, long* later) {
  long mine = 0;
#pragma omp task shared(mine) firstprivate(depth, seed)
  mine = tree(depth - 1, seed);
#pragma omp taskwait
#pragma omp task firstprivate(seed)  // not waited for here
  {
#pragma omp atomic
    *later += seed & 1;
  }
  return mine;
}

static long tree(int depth, int seed) {
  if (depth <= 0) return 1;
  long a = 0, b = 0, later = 0;
  const int kind = (seed + depth) % 7;
  switch (kind) {
    case 0:
#pragma omp task shared(a) if (never)
      a = tree(depth - 1, seed + 1);
      break;
    case 1:
#pragma omp task shared(a) final(depth < 4)
      a = tree(depth - 1, seed + 1);
      break;
    case 2:
#pragma omp task shared(a) untied
      a = tree(depth - 1, seed + 1);
      break;
    case 3:
#pragma omp taskgroup
      {
#pragma omp task shared(a, later)
        a = leaves_behind(depth, seed + 1, &later);
      }
      if (later != ((seed + 1) & 1) || a == 0) add(&late, 1);
      break;
    case 4:
#pragma omp taskloop grainsize(1) reduction(+ : a)
      for (int i = 0; i < 2; ++i) a += tree(depth - 2, seed + i);
      break;
    default:
#pragma omp task shared(a)
      {
        a = tree(depth - 1, seed + 1);
#pragma omp taskyield
      }
  }
#pragma omp task shared(b)
  b = tree(depth - 2, seed + 3);
#pragma omp taskwait
  return a + b;
}

static long expected(int depth, int seed) {
  if (depth <= 0) return 1;
  const int kind = (seed + depth) % 7;
  const long b = expected(depth - 2, seed + 3);
  if (kind == 4) return expected(depth - 2, seed) + expected(depth - 2, seed + 1) + b;
  return expected(depth - 1, seed + 1) + b;
}

int main(void) {
  for (int seed = 0; seed < 14; ++seed) {
    long found = 0;
#pragma omp parallel
#pragma omp single
    found = tree(kDepth, seed);
    CHECK_EQUAL(found, expected(kDepth, seed));
  }
  CHECK_EQUAL(late, 0);
  return check_result();
}
