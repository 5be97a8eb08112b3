// As environment_at_first_use.c where the first use is a routine that asks for something no thread has.
// runtimes: xomp
// threads: 1
#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

// Each in a child, for which it is the first use.
#define CHECK_FIRST(call, expected)            \
  do {                                         \
    const pid_t child = fork();                \
    if (child == 0) _exit((call) != (expected)); \
    int status = -1;                           \
    waitpid(child, &status, 0);                \
    CHECK_EQUAL(status, 0);                    \
  } while (0)

static int teams_after_set(void) {
  omp_set_num_teams(7);
  (void)omp_get_max_threads();
  return omp_get_max_teams();
}

int main(void) {
  setenv("OMP_MAX_TASK_PRIORITY", "41", 1);
  setenv("OMP_CANCELLATION", "true", 1);
  setenv("OMP_NUM_TEAMS", "5", 1);
  setenv("OMP_TEAMS_THREAD_LIMIT", "6", 1);
  setenv("OMP_PLACES", "{0}", 1);
  CHECK_FIRST(omp_get_max_task_priority(), 41);
  CHECK_FIRST(omp_get_cancellation(), 1);
  CHECK_FIRST(omp_get_max_teams(), 5);
  CHECK_FIRST(omp_get_teams_thread_limit(), 6);
  CHECK_FIRST(omp_get_num_places(), 1);
  CHECK_FIRST(teams_after_set(), 7);
  return check_result();
}
