// A child forked while another thread changes the affinity format can read and change it.
// threads: 2
// runtimes: xomp
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "life.h"

static int over;

static void* changes(void* unused) {
  (void)unused;
  while (!load(&over)) omp_set_affinity_format("thread %n of %N, level %L, host %H, process %P, on %A");
  return NULL;
}

int main(void) {
  pthread_t thread;
  CHECK_EQUAL(compute(), 0);
  CHECK_EQUAL(pthread_create(&thread, NULL, changes, NULL), 0);
  for (int i = 0; i < 300; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      char text[100];
      omp_set_affinity_format("in the child");
      _exit(omp_get_affinity_format(text, sizeof text) == 12 ? 0 : 1);
    }
    int status = -1;
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK_EQUAL(status, 0);
  }
  store(&over, 1);
  pthread_join(thread, NULL);
  return check_result();
}
