// distribute and its combinations: every iteration once over all teams, blocks and chunks as dist_schedule says.
// flags-clang: -fopenmp-version=50
#include <omp.h>

#include "check.h"

enum { n = 1000 };
static int count[n], team_of[n];

static void check_all(int times) {
  for (int i = 0; i < n; ++i) CHECK_EQUAL(count[i], times);
}

static void blocks_and_chunks(void) {
  int teams = 0;
#pragma omp teams num_teams(3)
  {
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
#pragma omp distribute
    for (int i = 0; i < n; ++i) {
      add(&count[i], 1);
      team_of[i] = omp_get_team_num();
    }
  }
  check_all(1);
  for (int i = 1; i < n; ++i) CHECK(team_of[i] >= team_of[i - 1]);
#pragma omp teams num_teams(3)
#pragma omp distribute dist_schedule(static, 7)
  for (int i = 0; i < n; ++i) {
    add(&count[i], 1);
    CHECK_EQUAL(omp_get_team_num(), i / 7 % teams);
  }
  check_all(2);
}

static void combined(void) {
#pragma omp teams distribute parallel for num_teams(3) num_threads(2) dist_schedule(static, 50) schedule(dynamic, 3)
  for (int i = 0; i < n; ++i) add(&count[i], 1);
#pragma omp teams distribute parallel for num_teams(2) schedule(static, 4)
  for (int i = 0; i < n; ++i) add(&count[i], 1);
#pragma omp teams distribute parallel for collapse(2) schedule(guided)
  for (int i = 0; i < n / 10; ++i)
    for (int j = 0; j < 10; ++j) add(&count[10 * i + j], 1);
#pragma omp teams distribute parallel for simd num_teams(4)
  for (int i = 0; i < n; ++i) count[i] += 1;
  check_all(6);
}

static void results(void) {
  long sum = 0, last = -1;
#pragma omp teams distribute parallel for num_teams(3) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < n; ++i) {
    sum += i;
    last = i;
  }
  CHECK_EQUAL(sum, n * (n - 1L) / 2);
  CHECK_EQUAL(last, n - 1);
  sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum) thread_limit(4)
  for (int i = 0; i < n; ++i) sum += i;
  CHECK_EQUAL(sum, n * (n - 1L) / 2);
}

int main(void) {
  blocks_and_chunks();
  combined();
  results();
  return check_result();
}
