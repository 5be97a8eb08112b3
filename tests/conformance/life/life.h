// What the programs of this folder share: a computation with regions and tasks whose result is known, children that are
// waited for, and what /proc tells about this process.
#ifndef LIFE_H
#define LIFE_H

#include <dirent.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

// Seconds after which a child, or a process on its way out, gives up. Later than the runner, which says where it hangs.
enum { kAlarm = 900 };

// A loop, a region of tasks and a nested region; 0 when all was right.
static inline int compute(void) {
  int wrong = 0;
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 10)
  for (int i = 0; i < 1000; ++i) sum += i;
  wrong += sum != 499500;
  int tasks = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 200; ++i) {
#pragma omp task
#pragma omp atomic
      ++tasks;
    }
#pragma omp taskwait
  }
  wrong += tasks != 200;
  int arrived = 0;
#pragma omp parallel
  {
#pragma omp atomic
    ++arrived;
#pragma omp barrier
    if (arrived != omp_get_num_threads()) {
#pragma omp atomic
      ++wrong;
    }
  }
  return wrong;
}

// The child has computed and ended well. For children that fork() made just now: the caller's `pid`.
static inline int child_was_well(pid_t pid) {
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return 0;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fprintf(stderr, "child %d: status %x\n", (int)pid, status);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Forks a child that computes; it dies by SIGALRM if it hangs. 1 when the child was well.
static inline int computes_in_child(void) {
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(kAlarm);
    const int wrong = compute();
    _exit(wrong != 0);
  }
  return child_was_well(pid);
}

static inline long status_number(const char* name) {
  FILE* f = fopen("/proc/self/status", "r");
  char line[256];
  long value = -1;
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, name, strlen(name))) value = atol(line + strlen(name));
  if (f) fclose(f);
  return value;
}
static inline long resident_kib(void) { return status_number("VmRSS:"); }
static inline int thread_count(void) { return (int)status_number("Threads:"); }

static inline int mapping_count(void) {
  FILE* f = fopen("/proc/self/maps", "r");
  int lines = 0, c;
  while (f && (c = fgetc(f)) != EOF) lines += c == '\n';
  if (f) fclose(f);
  return lines;
}

// A tree of tasks with a taskgroup at each node; returns the number of its leaves.
static inline int tree_of_groups(int depth) {
  int a = 0, b = 0;
  if (depth == 0) return 1;
#pragma omp taskgroup
  {
#pragma omp task shared(a)
    a = tree_of_groups(depth - 1);
#pragma omp task shared(b)
    b = tree_of_groups(depth - 1);
  }
  return a + b;
}

#endif
