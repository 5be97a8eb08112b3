// taskloop: a body forks. The child runs loops of its own and ends, or goes on with its part of the loop; the parent's loop is whole.
// threads: 1 2 8
// runtimes: xomp
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kN = 200 };
static int visits[kN];

static long sum_by_loop(void) {
  long sum = 0;
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 1000; i++) sum += i;
  return sum;
}

static void fork_and_wait(void) {
  const pid_t child = fork();
  if (child == 0) _exit(sum_by_loop() == 499500 ? 0 : 1);
  int status = -1;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK_EQUAL(status, 0);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; round++) {
#pragma omp taskloop
    for (int i = 0; i < kN; i++) {
      if (i % 50 == 7) fork_and_wait();
      add(&visits[i], 1);
    }
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < kN; i++) {
      if (i % 70 == 3) fork_and_wait();
      add(&visits[i], 1);
    }
  }
  for (int i = 0; i < kN; i++) CHECK_EQUAL(visits[i], 6);
  return check_result();
}
