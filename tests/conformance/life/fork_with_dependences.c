// fork() while a task waits for another one: in the child both run before the wait for them ends. What belongs to another
// thread does not run there, also if that thread's tasks wait beside.
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kOthers = 40, kLater = 8 };

static int is_child;

static int exit_code(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The task that forks made tasks of its own, one ready and the others behind it.
static void own_successors(void) {
  int order = 0, wrong = 0, parted = 0, code = -1;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      while (load(&parted) == 0) sched_yield();  // it takes no task before
    } else {
#pragma omp task if(0) shared(order, wrong, code, parted)
      {
        for (int i = 0; i <= kLater; i++) {
#pragma omp task shared(order, wrong) depend(inout : order) firstprivate(i)
          if (add(&order, 1) != i + 1) add(&wrong, 1);
        }
        const pid_t child = fork();
        if (child == 0) {
#pragma omp taskwait
          _exit(load(&wrong) == 0 ? load(&order) : 100);
        }
        code = exit_code(child);
        store(&parted, 1);
      }
    }
  }
  CHECK_EQUAL(code, kLater + 1);
  CHECK_EQUAL(order, kLater + 1);
  CHECK_EQUAL(wrong, 0);
}

// A task that forks on a thread that waits in the region's barrier. The other thread's tasks wait in its queue, and the
// child comes back to that barrier.
static void tasks_of_another_thread(void) {
  int others = 0, made = 0, parted = 0, code = -1;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      while (load(&made) == 0) sched_yield();  // it finds many tasks
    } else {
#pragma omp task shared(code, parted)
      {
        const pid_t child = fork();
        if (child == 0) {
          is_child = 1;
        } else {
          code = exit_code(child);
          store(&parted, 1);
        }
      }
      for (int i = 0; i < kOthers; i++) {
#pragma omp task shared(others)
        {
          if (is_child) _exit(77);
          add(&others, 1);
        }
      }
      store(&made, 1);
      while (load(&parted) == 0) sched_yield();  // the other thread runs the task that forks
    }
  }
  CHECK_EQUAL(code, 0);
  CHECK_EQUAL(others, kOthers);
}

int main(void) {
  omp_set_dynamic(0);
  own_successors();
  tasks_of_another_thread();
  return check_result();
}
