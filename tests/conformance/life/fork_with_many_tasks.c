// fork() in an explicit task while many tasks wait: the child runs those of its thread's making, and waits for them, though
// the first of them are no descendants of the task in which it waits.
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kOthers = 40, kOwn = 20 };

int main(void) {
  int others = 0, own = 0, parted = 0, status = -1, code = -1;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      while (load(&parted) == 0) sched_yield();  // it takes no task before
    } else {
      for (int i = 0; i < kOthers; i++) {
#pragma omp task shared(others)
        add(&others, 1);
      }
#pragma omp task if(0) shared(own, status, code, parted)
      {
        for (int i = 0; i < kOwn; i++) {
#pragma omp task shared(own)
          add(&own, 1);
        }
        const pid_t child = fork();
        if (child == 0) {
#pragma omp task shared(own)  // made by the child, too
          add(&own, 1);
#pragma omp taskwait
          _exit(load(&own));
        }
        waitpid(child, &status, 0);
        code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        store(&parted, 1);
      }
    }
  }
  CHECK_EQUAL(code, kOwn + 1);
  CHECK_EQUAL(others, kOthers);
  CHECK_EQUAL(own, kOwn);
  return check_result();
}
