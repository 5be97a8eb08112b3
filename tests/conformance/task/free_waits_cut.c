// Waits that a thread has left when something cuts them short: their taskgroup is cancelled, the process forks, or there is no memory
// for another stack.
// runtimes: xomp
// env: OMP_CANCELLATION=true OMP_STACKSIZE=16M
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "free_waits.h"

enum { kAlarm = 60 };

static void nothing(void) {}

// The child goes on where the waits of its only thread are on several stacks: all of them end.
static pid_t child;
static void part(void) { child = fork(); }
static void forks(void) {
  for (int round = 0; round < 5; round++) {
    child = -1;
    alarm(kAlarm);
    run_beside_a_wait(part);
    if (child == 0) {
      int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
      sum += 1;
      _exit(sum == omp_get_max_threads() || sum == 2 ? check_result() : 2);
    }
    int status = -1;
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK_EQUAL(status, 0);
  }
}

static int begun, ended, after;

static void grow(int depth) {
  add(&begun, 1);
  for (int i = 0; i < 3 && depth > 0; i++) {
#pragma omp task untied
    {
      if (load(&begun) > 500) {
#pragma omp cancel taskgroup
      }
      grow(depth - 1);
    }
  }
#pragma omp taskwait
  add(&ended, 1);
}

static void cancelled(void) {
  for (int threads = 1; threads <= 8; threads *= 2) {
    begun = ended = after = 0;
    int all = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
#pragma omp taskgroup
      {
        for (int i = 0; i < 8; i++) {
#pragma omp task untied
          grow(8);
        }
      }
      all = load(&begun);
#pragma omp task untied
      store(&after, 1);
#pragma omp taskwait
    }
    CHECK_EQUAL(after, 1);
    CHECK_EQUAL(begun, all);
    CHECK(begun > 500 && begun < 8 * 9841);
    CHECK_EQUAL(ended, begun);
  }
}

static long mapped_bytes(void) {
  FILE* const f = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (f == NULL || fscanf(f, "%ld", &pages) != 1) abort();
  fclose(f);
  return pages * sysconf(_SC_PAGESIZE);
}

// There is no room for a stack of 16 MB, so the other task runs on top of the wait.
static void without_stacks(void) {
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(kAlarm);
    int threads = 0;
#pragma omp parallel num_threads(2)
    add(&threads, 1);
    CHECK_EQUAL(threads, 2);
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = (rlim_t)(mapped_bytes() + (8 << 20));
    if (setrlimit(RLIMIT_AS, &limit) != 0) abort();
    for (int round = 0; round < 20; round++) run_beside_a_wait(nothing);
    _exit(check_result());
  }
  int status = -1;
  CHECK_EQUAL(waitpid(pid, &status, 0), pid);
  CHECK_EQUAL(status, 0);
}

int main(void) {
  without_stacks();  // before this process has threads
  forks();
  cancelled();
  return check_result();
}
