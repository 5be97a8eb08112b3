// fork() in a region within a region: the child still runs what its thread has put off in the outer one, and waits for it.
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  int ended = 0, parted = 0, status = -1;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      while (load(&parted) == 0) sched_yield();  // it takes no task before
    } else {
      for (int i = 0; i < 3; i++) {
#pragma omp task shared(ended)
        add(&ended, 1);
      }
      pid_t child = -1;
#pragma omp parallel num_threads(1)
      child = fork();
      if (child == 0) {
#pragma omp taskwait
        _exit(load(&ended) == 3 ? 0 : 1);
      }
      waitpid(child, &status, 0);
      store(&parted, 1);
    }
  }
  CHECK_EQUAL(status, 0);
  CHECK_EQUAL(ended, 3);
  return check_result();
}
