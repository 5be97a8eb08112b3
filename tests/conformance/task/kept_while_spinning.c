// A thread is busy when another one makes tasks. Then it looks for some, and finds none that it could take without a raid, because the other
// one is in code of its own for long. A thread that spins as long as the user says takes them as one that is about to sleep does.
// runtimes: xomp
// threads: 2
// env-each: OMP_WAIT_POLICY=active | KMP_BLOCKTIME=infinite | KMP_BLOCKTIME=1000000 | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=xqueue | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=xqueue-nowait | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=xqueue-wait | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=na-rp | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=na-ws | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=hybrid | OMP_WAIT_POLICY=active XOMP_SCHEDULE_POLICY=local-first
#include <linux/membarrier.h>
#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

enum { kTasks = 4 };
static int other_begun, made, run;

// A raid needs a heavy fence.
static int can_raid(void) {
  const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  return commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
}

int main(void) {
  if (!can_raid()) return 0;
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
    for (int i = 0; i < kTasks; i++) {
#pragma omp task
      {
        other = omp_get_thread_num();
#pragma omp atomic
        run++;
      }
    }
    store(&made, 1);
    wait_for(&run, kTasks);
    CHECK(other != omp_get_thread_num());
  }
  return check_result();
}
