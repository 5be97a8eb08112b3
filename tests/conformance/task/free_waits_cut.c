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

static int begun_task, first_waits, second_waits, first_child, second_child, cancelling, second_over;

// An untied task whose child ends once the region is being cancelled, and `late` after the other threads have seen that.
static void wait_for_child(int* waits, int* child, int late) {
#pragma omp task untied
  {
    store(child, 1);
    wait_for(&cancelling, 1);
    if (late) usleep(20000);
  }
  wait_for(child, 1);
  store(waits, 1);
#pragma omp taskwait
}

// A region is cancelled while a wait stands on a stack that its thread has left. The thread comes back to the barrier, as another
// wait of its is over, and must not leave the region before the first.
static void cancelled_region(void) {
  begun_task = first_waits = second_waits = first_child = second_child = cancelling = second_over = 0;
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp task untied
      {  // keeps a thread until the second wait has its own
        store(&begun_task, 1);
        wait_for(&second_waits, 1);
      }
      wait_for(&begun_task, 1);
#pragma omp task untied
      wait_for_child(&first_waits, &first_child, 0);
      wait_for(&first_waits, 1);
#pragma omp task untied
      {
        store(&second_waits, 1);
        wait_for_child(&second_waits, &second_child, 1);
        store(&second_over, 1);
      }
      wait_for(&second_child, 1);
      store(&cancelling, 1);
#pragma omp cancel parallel
    }
  }
  CHECK_EQUAL(second_over, 1);
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
  for (int round = 0; round < 5; round++) cancelled_region();
  return check_result();
}
