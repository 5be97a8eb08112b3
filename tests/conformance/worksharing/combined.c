// Combined constructs that no other program here names: every one runs every iteration once.
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

enum { kN = 100 };
static int ran[kN];

static void check_all_at(int times, int line) {
  for (int i = 0; i < kN; i++) {
    check_equal(ran[i], times, "ran[i]", "line", line);
    ran[i] = 0;
  }
}
#define check_all(times) check_all_at(times, __LINE__)

#define EACH for (int i = 0; i < kN; i++) add(&ran[i], 1)

static void task_loops(void) {
#ifndef __clang__  // clang 19 makes no code of loops with masked taskloop in one directive
#pragma omp parallel masked taskloop num_tasks(7)
  EACH;
  check_all(1);
#pragma omp parallel masked taskloop simd grainsize(5)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp parallel
  {
#pragma omp masked taskloop
    EACH;
#pragma omp masked taskloop simd
    for (int i = 0; i < kN; i++) ran[i]++;
  }
  check_all(2);
#endif
#pragma omp parallel master taskloop
  EACH;
  check_all(1);
#pragma omp parallel master taskloop simd
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp parallel
  {
#pragma omp master taskloop
    EACH;
#pragma omp barrier
#pragma omp master taskloop simd
    for (int i = 0; i < kN; i++) ran[i]++;
  }
  check_all(2);
#pragma omp parallel masked filter(omp_get_num_threads() - 1)
  EACH;
  check_all(1);
#pragma omp parallel master
  EACH;
  check_all(1);
}

static void leagues(void) {
#pragma omp teams distribute num_teams(3)
  EACH;
  check_all(1);
#pragma omp teams distribute simd num_teams(3)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp teams distribute parallel for num_teams(3) dist_schedule(static, 8)
  EACH;
  check_all(1);
#pragma omp teams distribute parallel for simd num_teams(3)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp teams loop num_teams(2)
  EACH;
  check_all(1);
#pragma omp parallel loop
  EACH;
  check_all(1);
}

static void targets(void) {
#pragma omp target parallel for map(tofrom : ran)
  EACH;
  check_all(1);
#pragma omp target parallel for simd map(tofrom : ran)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp target parallel loop map(tofrom : ran)
  EACH;
  check_all(1);
#pragma omp target simd map(tofrom : ran)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp target teams distribute map(tofrom : ran)
  EACH;
  check_all(1);
#pragma omp target teams distribute simd map(tofrom : ran)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp target teams distribute parallel for simd map(tofrom : ran) collapse(1)
  for (int i = 0; i < kN; i++) ran[i]++;
  check_all(1);
#pragma omp target teams loop map(tofrom : ran)
  EACH;
  check_all(1);
}

int main(void) {
  task_loops();
  leagues();
  targets();
  return check_result();
}
