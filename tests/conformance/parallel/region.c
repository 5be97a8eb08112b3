// A region's threads: numbers, count, the implicit barrier at the end, private and firstprivate copies.
#include <omp.h>
#include <string.h>

#include "check.h"

static void every_thread_once(void) {
  int seen[64] = {0}, size = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    CHECK(me < omp_get_num_threads());
    CHECK(omp_in_parallel() == (omp_get_num_threads() > 1));
    add(&seen[me], 1);
    if (me == 0) size = omp_get_num_threads();
  }
  CHECK_EQUAL(size, omp_get_max_threads());
  for (int i = 0; i < size; i++) CHECK_EQUAL(seen[i], 1);
  CHECK(!omp_in_parallel());
}

static void copies(void) {
  int shared = 0, own = 7, first = 11, array[5] = {1, 2, 3, 4, 5}, done = 0;
#pragma omp parallel default(none) shared(shared, done) private(own) firstprivate(first, array)
  {
    own = omp_get_thread_num();
    CHECK_EQUAL(first, 11);
    first += own;
    for (int i = 0; i < 5; i++) array[i] += own;
#pragma omp atomic
    shared += own + 1;
#pragma omp barrier
    CHECK_EQUAL(own, omp_get_thread_num());
    CHECK_EQUAL(first, 11 + own);
    for (int i = 0; i < 5; i++) CHECK_EQUAL(array[i], i + 1 + own);
#pragma omp atomic
    done++;
  }
  int n = omp_get_max_threads();
  CHECK_EQUAL(shared, n * (n + 1) / 2);
  CHECK_EQUAL(done, n);
  CHECK_EQUAL(own, 7);
  CHECK_EQUAL(first, 11);
  CHECK_EQUAL(array[4], 5);
}

static void many_shared(void) {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14, o = 15, p = 16,
      q = 17, r = 18, s = 19, t = 20;
  int sum = 0;
#pragma omp parallel
  {
    int mine = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t;
    CHECK_EQUAL(mine, 210);
#pragma omp barrier
#pragma omp single
    a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = 1;
    mine = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t;
#pragma omp atomic
    sum += mine;
  }
  CHECK_EQUAL(sum, 20 * omp_get_max_threads());
}

static void one_after_another(void) {
  long total = 0;
  for (int round = 0; round < 2000; round++) {
    int here = 0;
#pragma omp parallel
    {
#pragma omp atomic
      here++;
    }
    total += here;
  }
  CHECK_EQUAL(total, 2000L * omp_get_max_threads());
}

int main(void) {
  every_thread_once();
  copies();
  many_shared();
  one_after_another();
  return check_result();
}
