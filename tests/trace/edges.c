/* Programs that end in unusual ways, each after some tasks: edges WHAT. */
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void make_tasks(int count) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < count; ++i) {
#pragma omp task
    __asm__ volatile("");
  }
}

static void *one_thread(void *unused) {
#pragma omp parallel num_threads(1)
  {
#pragma omp task
    __asm__ volatile("");
  }
  return unused;
}

static void unexpected(int signal) {
  (void)signal;
  _exit(7);
}

static void expected(int signal) {
  (void)signal;
  _exit(9);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  make_tasks(1000);
  if (strcmp(what, "abort") == 0) abort();
  if (strcmp(what, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(what, "_exit") == 0) _exit(3);
  if (strcmp(what, "inside") == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      exit(4);
    }
  }
  if (strcmp(what, "fork") == 0) {
    const pid_t child = fork();
    make_tasks(child == 0 ? 200 : 300);
    if (child == 0) return 0;
    int status;
    waitpid(child, &status, 0);
    return status;
  }
  if (strcmp(what, "threads") == 0) {
    for (int i = 0; i < 2500; ++i) {
      pthread_t threads[4];
      for (int t = 0; t < 4; ++t) pthread_create(&threads[t], NULL, one_thread, NULL);
      for (int t = 0; t < 4; ++t) pthread_join(threads[t], NULL);
    }
  }
  if (strcmp(what, "shorten") == 0) {
    /* As another program might: the recorder's file loses its pages, and gets new ones. A handler that this program has is not asked,
       once the recorder has begun a chunk. */
    signal(SIGBUS, unexpected);
    make_tasks(50000);
    if (truncate(getenv("XOMP_TRACE"), 0) != 0) return 6;
    make_tasks(50000);
    if (truncate(getenv("XOMP_TRACE"), 100) != 0) return 6;
    make_tasks(50000);
    puts("whole");
  }
  if (strcmp(what, "own_bus_error") == 0) { /* one that is not the recorder's business */
    signal(SIGBUS, expected);
    raise(SIGBUS);
    return 8;
  }
  if (strcmp(what, "pause") == 0) {
    if (omp_control_tool(omp_control_tool_pause, 0, NULL) != 0) return 5;
    make_tasks(500);
    omp_control_tool(omp_control_tool_start, 0, NULL);
    make_tasks(50);
  }
  if (strcmp(what, "many") == 0) make_tasks(400000);
  return 0;
}
