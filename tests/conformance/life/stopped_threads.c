// Another process stops single threads of this one at any moment, each for up to some milliseconds: the last thread that a barrier waits for, a
// canceller, a worker on its way back to the pool, a root with a lock. All results are right, and nothing waits for longer than that.
// runtimes: xomp
// threads: 2 4
// env: OMP_CANCELLATION=true
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <time.h>

#include "life.h"

enum { kTest_ms = 250, kLongestStop_us = 3000, kSlow_ms = 20000 };

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static unsigned next_random(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// Returns one of the process's threads.
static pid_t any_thread(pid_t process, unsigned* random) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR* const threads = opendir(path);
  pid_t found = process;
  unsigned seen = 0;
  for (struct dirent* e; threads != NULL && (e = readdir(threads)) != NULL;)
    if (e->d_name[0] != '.' && next_random(random) % ++seen == 0) found = atoi(e->d_name);
  if (threads != NULL) closedir(threads);
  return found;
}

static void stop_threads(pid_t process) {
  unsigned random = 2026;
  for (alarm(kAlarm); getppid() == process;) {
    const pid_t thread = any_thread(process, &random);
    if (ptrace(PTRACE_SEIZE, thread, NULL, NULL) == 0) {
      int status;
      if (ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) == 0 && waitpid(thread, &status, __WALL) == thread) usleep(next_random(&random) % kLongestStop_us);
      ptrace(PTRACE_DETACH, thread, NULL, NULL);
    }
    usleep(next_random(&random) % 1000);
  }
  _exit(0);
}

static void cancel_region(int round) {
  int after = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == round % omp_get_num_threads()) {
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp atomic
    ++after;
  }
  CHECK_EQUAL(after, 0);
}

static void cancel_loop(void) {
  int done = 0, last = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100; ++i) {
      if (i == 5) {
#pragma omp cancel for
      }
#pragma omp atomic
      ++done;
#pragma omp cancellation point for
    }
#pragma omp single
    last = done;
  }
  CHECK(last < 100);
}

static void* short_root(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(compute(), 0);
  return NULL;
}

static void nest(void) {
  int ran = 0, outer = 0;
#pragma omp parallel
  {
#pragma omp atomic
    ++outer;
#pragma omp parallel num_threads(2)
#pragma omp atomic
    ++ran;
  }
  CHECK(ran >= outer);
}

int main(void) {
  const pid_t process = getpid();
  const pid_t stopper = fork();
  if (stopper == 0) stop_threads(process);
  prctl(PR_SET_PTRACER, stopper, 0, 0, 0);
  omp_set_max_active_levels(2);
  const long begin = now_ms();
  long longest = 0;
  for (int round = 0; now_ms() < begin + kTest_ms; ++round) {
    const long before = now_ms();
    pthread_t root;
    CHECK_EQUAL(pthread_create(&root, NULL, short_root, NULL), 0);
    CHECK_EQUAL(compute(), 0);
    cancel_region(round);
    cancel_loop();
    nest();
    pthread_join(root, NULL);
    if (now_ms() - before > longest) longest = now_ms() - before;
  }
  if (longest > kSlow_ms) fprintf(stderr, "a round took %ld ms\n", longest);
  CHECK(longest <= kSlow_ms);
  kill(stopper, SIGKILL);
  waitpid(stopper, NULL, 0);
  return check_result();
}
