// What the setting calls make of values at and over the edge.
// output: any
#include <limits.h>
#include <omp.h>

#include "check.h"

static void schedule_is(unsigned kind, int chunk) {
  omp_sched_t got_kind;
  int got_chunk;
  omp_get_schedule(&got_kind, &got_chunk);
  CHECK_EQUAL((unsigned)got_kind, kind);
  CHECK_EQUAL(got_chunk, chunk);
}

int main(void) {
  omp_set_num_threads(1000);
  CHECK_EQUAL(omp_get_max_threads(), 1000);
  omp_set_num_threads(1);
  CHECK_EQUAL(omp_get_max_threads(), 1);

  omp_set_schedule(omp_sched_static, 0);
  schedule_is(omp_sched_static, 0);
  omp_set_schedule(omp_sched_static, -3);
  schedule_is(omp_sched_static, 0);
  omp_set_schedule(omp_sched_dynamic, 0);
  schedule_is(omp_sched_dynamic, 1);
  omp_set_schedule(omp_sched_guided, -1);
  schedule_is(omp_sched_guided, 1);
  omp_set_schedule(omp_sched_auto, 0);
  schedule_is(omp_sched_auto, 1);
  omp_set_schedule((omp_sched_t)(omp_sched_dynamic | 0x80000000u), 5);
  schedule_is(0x80000002u, 5);
  omp_set_schedule(omp_sched_static, INT_MAX);
  schedule_is(omp_sched_static, INT_MAX);

  omp_set_max_active_levels(3);
  omp_set_max_active_levels(-1);
  CHECK_EQUAL(omp_get_max_active_levels(), 3);
  omp_set_max_active_levels(0);
  CHECK_EQUAL(omp_get_max_active_levels(), 0);
  omp_set_max_active_levels(INT_MAX);
  CHECK_EQUAL(omp_get_max_active_levels(), omp_get_supported_active_levels());

  CHECK_EQUAL(omp_get_thread_limit(), INT_MAX);
  CHECK_EQUAL(omp_get_max_task_priority(), 0);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
  CHECK(!omp_in_final());
  CHECK(!omp_get_cancellation());
  CHECK(omp_get_num_procs() >= 1);

  double before = omp_get_wtime();
  CHECK(omp_get_wtime() >= before);
  CHECK(omp_get_wtick() > 0 && omp_get_wtick() <= 1e-3);
  return check_result();
}
