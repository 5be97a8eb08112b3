// Signals sent to the process are never handled by a worker. What a worker does itself (SIGSEGV, SIGFPE) is handled there, and a
// profiler's signal (SIGPROF) interrupts the thread whose time it measures.
// runtimes: xomp
// threads: 2 8
#include <pthread.h>
#include <setjmp.h>
#include <sys/time.h>

#include "life.h"

static pthread_t main_thread;
static volatile sig_atomic_t ticks, strays;
static int samples_of_workers;
static __thread sigjmp_buf back;
static volatile char* const nowhere = (volatile char*)16;

static void on_tick(int signal) {
  (void)signal;
  ++ticks;
  if (!pthread_equal(pthread_self(), main_thread)) ++strays;
}

static void on_sample(int signal) {
  (void)signal;
  if (!pthread_equal(pthread_self(), main_thread)) add(&samples_of_workers, 1);
}

static void on_fault(int signal) {
  (void)signal;
  siglongjmp(back, 1);
}

static void timers_interrupt_roots_only(void) {
  const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  const double end = omp_get_wtime() + 0.5;
  while (omp_get_wtime() < end || ticks == 0) CHECK_EQUAL(compute(), 0);
  for (int i = 0; i < 100; ++i) kill(getpid(), SIGUSR1);
  setitimer(ITIMER_REAL, &never, NULL);
  CHECK(ticks > 0);
  CHECK_EQUAL(strays, 0);
}

static void profilers_see_workers(void) {
  const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &often, NULL);
  while (load(&samples_of_workers) == 0) CHECK_EQUAL(compute(), 0);
  setitimer(ITIMER_PROF, &never, NULL);
}

// The main thread blocks the signal: it stays pending although there are workers.
static void pending_stays_pending(void) {
  sigset_t set, pending, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  const int before = ticks;
  kill(getpid(), SIGUSR1);
  CHECK_EQUAL(compute(), 0);
  sigpending(&pending);
  CHECK(sigismember(&pending, SIGUSR1));
  CHECK_EQUAL(ticks, before);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  CHECK_EQUAL(ticks, before + 1);
}

static void faults_are_handled_where_they_happen(void) {
  int recovered = 0;
#pragma omp parallel
  {
    for (int i = 0; i < 3; ++i) {
      if (sigsetjmp(back, 1) == 0) {
        *nowhere = 1;
      } else {
        add(&recovered, 1);
      }
    }
  }
  CHECK_EQUAL(recovered, 3 * omp_get_max_threads());
}

// The program's own mask is as it was.
static void masks_of_roots_stay(void) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  for (int s = 1; s < 32; ++s) CHECK(!sigismember(&mask, s));
}

int main(void) {
  main_thread = pthread_self();
  struct sigaction tick = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &tick, NULL);
  struct sigaction sample = {.sa_handler = on_sample, .sa_flags = SA_RESTART};
  sigaction(SIGPROF, &sample, NULL);
  sigaction(SIGUSR1, &tick, NULL);
  struct sigaction fault = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
  sigaction(SIGSEGV, &fault, NULL);
  timers_interrupt_roots_only();
  profilers_see_workers();
  pending_stays_pending();
  faults_are_handled_where_they_happen();
  masks_of_roots_stay();
  return check_result();
}
