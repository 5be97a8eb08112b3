// fork() before, between and inside regions, from a task and from every thread: children run regions and tasks.
// env-each: KMP_INIT_AT_FORK=TRUE | KMP_INIT_AT_FORK=FALSE
// flags: -Wno-unused-function
#include "life.h"

static int compute_nested(void) {
  int inner = 0, outer = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      ++inner;
    }
#pragma omp atomic
    ++outer;
  }
  return outer != 2 || inner != 4;
}

// Teams are kept at several levels; the child has none of their threads.
static void fork_between_nested(void) {
  omp_set_max_active_levels(2);
  CHECK_EQUAL(compute_nested(), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(kAlarm);
    _exit(compute_nested());
  }
  CHECK(child_was_well(pid));
  CHECK_EQUAL(compute_nested(), 0);
  omp_set_max_active_levels(1);
}

static void fork_between(void) {
  CHECK_EQUAL(compute(), 0);
  for (int i = 0; i < 3; ++i) CHECK(computes_in_child());
  CHECK_EQUAL(compute(), 0);
}

// A child's child is a child like any other.
static void fork_in_child(void) {
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(kAlarm);
    int bad = compute() != 0;
    bad += !computes_in_child();
    bad += compute() != 0;
    _exit(bad);
  }
  CHECK(child_was_well(pid));
}

// One thread at a time, while the others wait or compute. What the child does inside the region is what it may: it is
// alone there. libgomp's and libomp's children hang when they start nested regions with threads.
static void fork_inside(void) {
#pragma omp parallel
  {
#pragma omp critical
    {
      const pid_t pid = fork();
      if (pid == 0) {
        alarm(kAlarm);
        _exit(compute() != 0);
      }
      CHECK(child_was_well(pid));
    }
  }
  CHECK_EQUAL(compute(), 0);
}

static void fork_in_all_threads(void) {
#pragma omp parallel
  CHECK(computes_in_child());
  CHECK_EQUAL(compute(), 0);
}

static void fork_in_tasks(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; ++i) {
#pragma omp task
    CHECK(computes_in_child());
  }
  CHECK_EQUAL(compute(), 0);
}

// The child leaves the region instead of ending in it.
static void child_leaves_region(void) {
  int child = 0;
  const pid_t parent = getpid();
#pragma omp parallel shared(child)
  {
    int sum = 0;
#pragma omp master
    child = fork();
    if (getpid() != parent) alarm(kAlarm);
#pragma omp task shared(sum)
    sum = 5;
#pragma omp taskwait
    CHECK_EQUAL(sum, 5);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 10; ++i) CHECK(i >= 0);
  }
  if (getpid() != parent) {
    const int wrong = compute();
    _exit(wrong != 0 || check_result() != 0);
  }
  CHECK(child_was_well(child));
  CHECK_EQUAL(compute(), 0);
}

int main(void) {
  CHECK(computes_in_child());
  fork_between();
  fork_in_child();
  fork_inside();
  fork_in_all_threads();
  fork_in_tasks();
  child_leaves_region();
  fork_between_nested();
  fork_between();
  return check_result();
}
