// teams: numbers of teams and threads, limits, regions inside, reductions, privates, and what holds outside.
#include <omp.h>

#include "check.h"

// gcc wants most routines out of the construct itself.
static void look_around(void) {
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK(!omp_in_parallel());
}

static void check_limit(int limit) { CHECK_EQUAL(omp_get_thread_limit(), limit); }

static void numbers(void) {
  int teams = 0, seen[8] = {0};
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
#pragma omp teams num_teams(4)
  {
    look_around();
    int me = omp_get_team_num();
    CHECK(me >= 0 && me < omp_get_num_teams());
    add(&seen[me], 1);
    if (me == 0) teams = omp_get_num_teams();
  }
  CHECK(teams >= 1 && teams <= 4);
  for (int i = 0; i < 8; i++) CHECK_EQUAL(seen[i], i < teams);
  CHECK_EQUAL(omp_get_num_teams(), 1);
}

// A league that has a lower bound has at least as many teams. clang 19 does not know the bound.
static void at_least(void) {
#ifndef __clang__
  int seen[8] = {0}, teams = 0;
#pragma omp teams num_teams(3 : 5)
  {
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
    add(&seen[omp_get_team_num()], 1);
  }
  CHECK(teams >= 3 && teams <= 5);
  for (int i = 0; i < 8; i++) CHECK_EQUAL(seen[i], i < teams);
  teams = 0;
#pragma omp target teams num_teams(3 : 5) map(tofrom : seen, teams)
  {
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
    add(&seen[omp_get_team_num()], 1);
  }
  CHECK(teams >= 3 && teams <= 5);
  for (int i = 0; i < 8; i++) CHECK(seen[i] <= 2);
  CHECK_EQUAL(seen[2], 2);
#endif
}

static void regions_inside(void) {
  int threads = 0, teams = 0, shared_by_team[4] = {0};
#pragma omp teams num_teams(3) thread_limit(2)
  {
    int mine = 0;
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
    check_limit(2);
#pragma omp parallel num_threads(8)
    {
      CHECK(omp_get_num_threads() <= 2);
      CHECK_EQUAL(omp_get_level(), 1);
      add(&threads, 1);
      add(&mine, 1);
#pragma omp barrier
      CHECK_EQUAL(load(&mine), omp_get_num_threads());
    }
    shared_by_team[omp_get_team_num()] = mine;
  }
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += shared_by_team[i];
  CHECK_EQUAL(sum, threads);
  CHECK(threads >= teams && threads <= 2 * teams);
}

static void data(void) {
  long sum = 1, high = 0;
  int first = 3;
#pragma omp teams num_teams(4) reduction(+ : sum) firstprivate(first) reduction(max : high)
  {
    sum += first++;
    high = omp_get_team_num();
    CHECK_EQUAL(first, 4);
  }
  CHECK_EQUAL(first, 3);
  CHECK_EQUAL(sum, 1 + 3 * (high + 1));
  sum = 0;
#pragma omp teams distribute parallel for reduction(+ : sum) num_teams(2) thread_limit(3)
  for (int i = 0; i < 1000; i++) sum += i;
  CHECK_EQUAL(sum, 499500);
}

static void tasks(void) {
  int count = 0;
#pragma omp teams num_teams(2)
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task shared(count)
    add(&count, 1);
  }
  CHECK(count == 50 || count == 100);
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    numbers();
    at_least();
    regions_inside();
    data();
    tasks();
  }
  return check_result();
}
