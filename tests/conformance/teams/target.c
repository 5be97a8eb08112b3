// target on the host: map kinds, data regions, update, enter and exit data, declare target, nowait and depend, device(), if.
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

enum { kN = 100 };
#pragma omp declare target
static int of_device = 4;
static int twice(int x) { return 2 * x; }
#pragma omp end declare target

static void maps(void) {
  int a[kN], b[kN], scalar = 3, result = 0;
  for (int i = 0; i < kN; i++) a[i] = i, b[i] = 0;
#pragma omp target map(to : a) map(from : b) map(tofrom : result) firstprivate(scalar)
  {
    for (int i = 0; i < kN; i++) b[i] = twice(a[i]) + scalar;
    result = of_device;
    scalar = 100;
  }
  CHECK_EQUAL(scalar, 3);
  CHECK_EQUAL(result, 4);
  CHECK_EQUAL(b[99], 201);
  int* part = a + 10;
#pragma omp target map(always, tofrom : part[0 : 20])
  for (int i = 0; i < 20; i++) part[i] = -1;
  CHECK_EQUAL(a[10], -1);
  CHECK_EQUAL(a[29], -1);
  CHECK_EQUAL(a[30], 30);
#pragma omp target defaultmap(tofrom : scalar) if (0)
  result = omp_is_initial_device();
  CHECK(result);
#pragma omp target device(omp_get_initial_device()) map(tofrom : result)
  result = 12;
  CHECK_EQUAL(result, 12);
}

static void data(void) {
  double x[kN];
  for (int i = 0; i < kN; i++) x[i] = 1;
#pragma omp target data map(tofrom : x)
  {
#pragma omp target
    for (int i = 0; i < kN; i++) x[i] += i;
#pragma omp target update from(x)
    CHECK_NEAR(x[5], 6);
    x[5] = 0;
#pragma omp target update to(x[5 : 1])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < kN; i++) x[i] *= 2;
  }
  CHECK_NEAR(x[5], 0);
  CHECK_NEAR(x[6], 14);
#pragma omp target enter data map(to : x)
#pragma omp target map(x)
  x[0] = 50;
#pragma omp target exit data map(from : x)
  CHECK_NEAR(x[0], 50);
  double* p = x;
#pragma omp target data map(tofrom : p[0 : kN]) use_device_ptr(p)
  {
#pragma omp target is_device_ptr(p)
    p[1] = 8;
  }
  CHECK_NEAR(x[1], 8);
}

static void asynchronous(void) {
  int a = 0, b = 0;
#pragma omp target nowait map(tofrom : a) depend(out : a)
  a = 1;
#pragma omp target nowait map(tofrom : a, b) depend(inout : a) depend(out : b)
  b = a + 1;
#pragma omp task depend(in : a, b) shared(a, b)
  {
    CHECK_EQUAL(a, 1);
    CHECK_EQUAL(b, 2);
  }
#pragma omp target enter data map(to : a) nowait depend(inout : a)
#pragma omp target update to(a) nowait depend(inout : a)
#pragma omp target exit data map(from : a) nowait depend(inout : a)
#pragma omp taskwait
  CHECK_EQUAL(b, 2);
}

static void work(void) {
  long sum = 0;
  int threads = 0, teams = 0;
#pragma omp target parallel map(tofrom : threads) num_threads(3)
#pragma omp single
  threads = omp_get_num_threads();
  CHECK(threads >= 1 && threads <= 3);
#pragma omp target teams map(tofrom : teams) num_teams(4) thread_limit(2)
  if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  CHECK(teams >= 1 && teams <= 4);
#pragma omp target parallel for reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQUAL(sum, 4950);
#pragma omp target simd reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQUAL(sum, 9900);
#pragma omp target teams reduction(+ : sum) map(tofrom : sum) num_teams(2)
  sum += 0;
  CHECK_EQUAL(sum, 9900);
}

int main(void) {
  for (int round = 0; round < 5; round++) {
    maps();
    data();
    work();
    asynchronous();
#pragma omp parallel
    {
      maps();
#pragma omp single
      asynchronous();
    }
  }
  return check_result();
}
