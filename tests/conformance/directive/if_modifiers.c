// if with the name of the construct it is for: on combined constructs each part has its own.
// flags-clang: -fopenmp-version=51
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kN = 64 };

static void regions(int yes) {
  int threads = 0, sum = 0, undeferred = 0;
  const int me = omp_get_thread_num();
#pragma omp parallel if (parallel : yes) shared(threads)
#pragma omp single
  threads = omp_get_num_threads();
  CHECK_EQUAL(threads, yes ? omp_get_max_threads() : 1);
#pragma omp parallel for simd if (parallel : yes) if (simd : !yes) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQUAL(sum, 2016);
#pragma omp simd if (simd : yes) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQUAL(sum, 4032);
#pragma omp task if (task : 0) shared(undeferred)
  undeferred = 1 + omp_get_thread_num();
  CHECK_EQUAL(undeferred, 1 + me);
#pragma omp taskloop if (taskloop : yes) shared(sum)
  for (int i = 0; i < kN; i++) add(&sum, 1);
  CHECK_EQUAL(sum, 4032 + kN);
#pragma omp taskloop simd if (taskloop : yes) if (simd : !yes) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += 1;
  CHECK_EQUAL(sum, 4032 + 2 * kN);
}

static void on_the_host(int yes) {
  int x = 1, sum = 0;
#pragma omp target if (target : yes) map(tofrom : x)
  x++;
#pragma omp target data if (target data : yes) map(tofrom : x)
  {
#pragma omp target enter data if (target enter data : yes) map(to : x)
#pragma omp target update if (target update : yes) to(x)
#pragma omp target exit data if (target exit data : yes) map(from : x)
    x++;
  }
  CHECK_EQUAL(x, 3);
#pragma omp target teams distribute parallel for simd if (target : yes) if (parallel : !yes) if (simd : yes) \
    map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQUAL(sum, 2016);
}

static void cancelled(int yes) {
  int after = 0;
#pragma omp parallel shared(after)
  {
#pragma omp cancel parallel if (cancel : yes)
    add(&after, 1);
  }
  if (yes)
    CHECK_EQUAL(after, 0);
  else
    CHECK_EQUAL(after, omp_get_max_threads());
}

int main(void) {
  for (int yes = 0; yes < 2; yes++) {
    regions(yes);
    on_the_host(yes);
    cancelled(yes);
  }
  return check_result();
}
