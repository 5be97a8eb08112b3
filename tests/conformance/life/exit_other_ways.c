// quick_exit, _exit and abort, from a region's last thread, with handlers where there are any: no hang, right status.
#include "life.h"

static int way;

static void at_quick_exit_handler(void) {
  if (compute() != 0) _exit(9);
}

static void leave(void) {
  if (way == 0) quick_exit(5);
  if (way == 1) _exit(6);
  abort();
}

int main(void) {
  at_quick_exit(at_quick_exit_handler);
  CHECK_EQUAL(compute(), 0);
  for (way = 0; way < 3; ++way) {
    const pid_t pid = fork();
    if (pid == 0) {
      alarm(kAlarm);
      const int never = 0;
#pragma omp parallel
      {
        if (omp_get_thread_num() == omp_get_num_threads() - 1) leave();
        wait_for(&never, 1);
      }
    }
    int status = 0;
    CHECK_EQUAL(waitpid(pid, &status, 0), pid);
    if (way < 2) {
      CHECK(WIFEXITED(status));
      CHECK_EQUAL(WEXITSTATUS(status), 5 + way);
    } else {
      CHECK(WIFSIGNALED(status));
      CHECK_EQUAL(WTERMSIG(status), SIGABRT);
    }
  }
  return check_result();
}
