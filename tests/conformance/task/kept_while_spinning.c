// A thread is busy when another one makes tasks. Then it looks for some, and finds none that it could take without a raid, because the other
// one is in code of its own for long. A thread that spins as long as the user says takes them as one that is about to sleep does.
// runtimes: xomp
// threads: 2
// env-each: OMP_WAIT_POLICY=active | KMP_BLOCKTIME=infinite | KMP_BLOCKTIME=1000000 | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=xqueue | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=xqueue-nowait | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=xqueue-wait | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=na-rp | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=na-ws | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=hybrid | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=local-first
#include <omp.h>

#include "check.h"
#include "heavy_fence.h"

enum { kTasks = 4 };
static int other_begun, made, run;

static void make_tasks(int* runner) {
  for (int i = 0; i < kTasks; i++) {
#pragma omp task
    {
      *runner = omp_get_thread_num();
#pragma omp atomic
      run++;
    }
  }
}

int main(void) {
  if (!has_heavy_fence()) return 0;
  int other = -1;
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  {
#pragma omp task
    {
      store(&other_begun, 1);
      wait_for(&made, 1);
    }
    wait_for(&other_begun, 1);
    make_tasks(&other);
    store(&made, 1);
    wait_for(&run, kTasks);
    CHECK(other != omp_get_thread_num());
  }
  return check_result();
}
