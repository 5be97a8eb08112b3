// What programs share that fork under load: from a thread that has never called the runtime, from one that has, and in a task. Several
// threads do so at once, again and again, while another one computes. Each child computes, so does a child of its own, and the child
// computes again. What is wrong anywhere makes the program fail. A front end defines work() and within_a_task().
#ifndef FORKS_H
#define FORKS_H

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kForks = 9, kLimit_s = 100 };

static void work(void);                         // any thread; checks its results
static void within_a_task(void (*body)(void));  // calls it in a task while other threads have others
static int goes_on_in_child;  // the child may leave the task, and go on behind it
static int is_over, is_child;

static pid_t fork_checked(void) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child != 0) return child;
  alarm(kLimit_s);
  check_failures = 0;
  is_child = 1;
  return 0;
}

static void end_well(pid_t child) {
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK_EQUAL(status, 0);
}

static void end_child(void) {
  work();
  const pid_t grandchild = fork_checked();
  work();
  if (grandchild != 0) {
    end_well(grandchild);
    work();
  }
  _exit(check_result());
}

static void fork_outside(void) {
  const pid_t child = fork_checked();
  if (child == 0) end_child();
  end_well(child);
}

static void fork_inside(void) {
  const pid_t child = fork_checked();
  if (child != 0) return end_well(child);
  if (!goes_on_in_child || getpid() % 2 == 0) end_child();
}

static void* computes_on(void* unused) {
  while (!load(&is_over)) work();
  return unused;
}

static void* forks_as_a_stranger(void* unused) {
  for (int i = 0; i < kForks; ++i) fork_outside();
  return unused;
}

static void* forks_after_use(void* unused) {
  for (int i = 0; i < kForks; ++i) {
    work();
    fork_outside();
  }
  return unused;
}

// In the child the thread goes on to the end of the task, and of what the task is in. If it is this thread, there is more to do.
static void* forks_in_a_task(void* unused) {
  for (int i = 0; i < kForks; ++i) {
    within_a_task(fork_inside);
    if (is_child) end_child();
  }
  return unused;
}

static int run_forks(int child_leaves_task) {
  void* (*const bodies[])(void*) = {computes_on, forks_as_a_stranger, forks_after_use};
  enum { kThreads = sizeof bodies / sizeof bodies[0] };
  pthread_t threads[kThreads];
  goes_on_in_child = child_leaves_task;
  work();
  for (int i = 0; i < kThreads; ++i) CHECK_EQUAL(pthread_create(&threads[i], NULL, bodies[i], NULL), 0);
  forks_in_a_task(NULL);
  for (int i = 1; i < kThreads; ++i) pthread_join(threads[i], NULL);
  store(&is_over, 1);
  pthread_join(threads[0], NULL);
  work();
  return check_result();
}

#endif
