// nteams-var and teams-thread-limit-var: set, asked, and taken by a teams construct without clauses.
#include <omp.h>

#include "check.h"

static int teams, seen;

// A function, as gcc allows few calls in a teams construct itself.
static void in_team(void) {
  if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  add(&seen, 1);
  CHECK(omp_get_thread_limit() <= 2);
  CHECK_EQUAL(omp_get_level(), 0);
#pragma omp parallel num_threads(4)
  CHECK(omp_get_num_threads() <= 2);
}

int main(void) {
  CHECK_EQUAL(omp_get_max_teams(), 0);
  CHECK_EQUAL(omp_get_teams_thread_limit(), 0);
  omp_set_num_teams(3);
  omp_set_teams_thread_limit(2);
  CHECK_EQUAL(omp_get_max_teams(), 3);
  CHECK_EQUAL(omp_get_teams_thread_limit(), 2);
#pragma omp teams
  in_team();
  CHECK(teams >= 1 && teams <= 3);
  CHECK_EQUAL(seen, teams);
  omp_set_num_teams(-1);
  CHECK_EQUAL(omp_get_max_teams(), 0);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  return check_result();
}
