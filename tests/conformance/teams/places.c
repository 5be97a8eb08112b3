// teams: the places are cut into a part for each team; its initial thread and the regions inside stay there, and the
// encountering thread is back in its place behind them.
// runtimes: xomp
// env-each: OMP_PROC_BIND=true | OMP_PROC_BIND=true KMP_TEAMS_PROC_BIND=close | OMP_PROC_BIND=false
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static int first[8], length[8], where[8], teams;

// A function, as gcc allows few calls in a teams construct itself.
static void look_around(void) {
  const int me = omp_get_team_num();
  int places[8];
  if (me == 0) teams = omp_get_num_teams();
  omp_get_partition_place_nums(places);
  first[me] = places[0];
  length[me] = omp_get_partition_num_places();
  where[me] = omp_get_place_num();
#pragma omp parallel
  if (omp_get_proc_bind() != omp_proc_bind_false) {
    const int place = omp_get_place_num();
    CHECK(place >= first[me] && place < first[me] + length[me]);
  }
}

static int count_processors(void) {
  cpu_set_t mask;
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}

// Five places on one processor that there is for us.
static void start_again_with_places(char** argv) {
  cpu_set_t all;
  int first = 0;
  char places[100];
  sched_getaffinity(0, sizeof all, &all);
  while (!CPU_ISSET(first, &all)) first++;
  snprintf(places, sizeof places, "{%d},{%d},{%d},{%d},{%d}", first, first, first, first, first);
  setenv("OMP_PLACES", places, 1);
  execv("/proc/self/exe", argv);
}

int main(int argc, char** argv) {
  (void)argc;
  if (getenv("OMP_PLACES") == NULL) start_again_with_places(argv);
  const int is_bound = omp_get_proc_bind() != omp_proc_bind_false;  // the thread is bound from its first call on
  const int processors = count_processors();
  const int is_cut = is_bound && getenv("KMP_TEAMS_PROC_BIND") == NULL;
  for (int wanted = 1; wanted <= 7; wanted++) {
#pragma omp teams num_teams(wanted)
    look_around();
    CHECK_EQUAL(teams, wanted);
    int next = 0;
    for (int t = 0; t < teams; t++) {
      if (!is_cut || teams == 1) {
        CHECK_EQUAL(length[t], 5);
        if (is_bound && teams > 1 && teams <= 5) CHECK_EQUAL(where[t], t);
        continue;
      }
      CHECK_EQUAL(where[t], first[t]);
      CHECK(length[t] >= 1);
      if (teams > 5) continue;
      CHECK_EQUAL(first[t], next);
      next += length[t];
    }
    if (is_cut && teams > 1 && teams <= 5) CHECK_EQUAL(next, 5);
    CHECK_EQUAL(omp_get_partition_num_places(), 5);
    CHECK_EQUAL(count_processors(), is_bound ? omp_get_place_num_procs(0) : processors);
  }
  return check_result();
}
