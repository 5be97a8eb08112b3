// fork() deep in a recursion of tasks: in the child every wait on the way up ends. What other threads had begun is lost to
// it; alone in the team it finds all that was done. A child of a thread that took the task ends where that thread would wait.
// timeout: 600
#include "life.h"

enum { kDepth = 12 };

static int is_child;

// The number of tasks below, this one included.
static int descend(int level, int forks_at) {
  int below = 0, beside = 0;
  if (level == forks_at && fork() == 0) is_child = 1;
  if (level < kDepth) {
#pragma omp task shared(below)
    below = descend(level + 1, forks_at);
#pragma omp taskwait
  }
#pragma omp task shared(beside)
  beside = 1;
#pragma omp taskwait
  return below + beside;
}

int main(void) {
  for (int forks_at = 0; forks_at <= kDepth; ++forks_at) {
#pragma omp parallel
#pragma omp single
    {
      const int found = descend(0, forks_at);
      if (is_child) _exit(found == kDepth + 1 || omp_get_num_threads() > 1 ? 0 : 1);
      CHECK_EQUAL(found, kDepth + 1);
    }
    if (is_child) _exit(0);  // the initial thread had taken the task from the thread that has the single construct
    int status = -1;
    CHECK(wait(&status) > 0);
    CHECK_EQUAL(status, 0);
  }
  return check_result();
}
