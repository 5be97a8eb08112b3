// Programs that hang, each for a reason that `xomp stack` has to tell: hang CASE. They say "ready" once the others have come
// to where they wait for ever; then the test looks at them and kills them.
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static omp_lock_t first_lock, second_lock;
static omp_nest_lock_t nest_lock;
static volatile int go_on, has_begun;
static volatile int afterwards;  // changed after most waits; where it is not, a compiler may make the wait a jump
static pthread_mutex_t the_mutex = PTHREAD_MUTEX_INITIALIZER;

static void ready(void) {
  puts("ready");
  fflush(stdout);
}

__attribute__((noinline)) static void wait_here(void) {
  ready();
  while (!go_on) usleep(1000);
}

// The last of so many threads says it.
static void ready_by_last(int threads) {
  static int came;
  int number;
#pragma omp atomic capture
  number = ++came;
  if (number == threads) ready();
}

// One thread of three does not come.
static void barrier(void) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 1) wait_here();
#pragma omp barrier  // two come
  }
}

void region(void) {  // hang.py calls it, too
#pragma omp parallel num_threads(3)  // one does not end
  if (omp_get_thread_num() == 0) wait_here();
}

static void single(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single  // one works
    wait_here();
    afterwards++;
  }
}

// One thread is in the region of this name, the other one wants to be.
static void critical(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical(narrow)  // wanted
    {
      wait_here();
      afterwards++;
    }
  }
}

// Each thread has what the other one wants.
static void locks(void) {
  omp_init_lock(&first_lock);
  omp_init_lock(&second_lock);
#pragma omp parallel num_threads(2)
  {
    omp_lock_t *mine = omp_get_thread_num() == 0 ? &first_lock : &second_lock;
    omp_lock_t *other = omp_get_thread_num() == 0 ? &second_lock : &first_lock;
    omp_set_lock(mine);
#pragma omp barrier
    ready_by_last(2);
    omp_set_lock(other);  // crosswise
    afterwards++;
  }
}

// The thread that has iteration 0 does not come to its ordered region.
static void ordered(void) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int i = 0; i < 4; i++) {
    if (i == 0) wait_here();
#pragma omp ordered  // in turn
    afterwards++;
  }
}

static void doacross(void) {
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(2)
  for (int i = 0; i < 4; i++) {
    if (i == 0) wait_here();
#pragma omp ordered depend(sink : i - 1)
    afterwards++;
#pragma omp ordered depend(source)
  }
}

static void taskwait(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task  // does not end
    {
      has_begun = 1;
      wait_here();
    }
    while (!has_begun) continue;  // on the other thread
#pragma omp taskwait  // for the child
    afterwards++;
  }
}

// The event of the first task is fulfilled by the second one, which depends on the first.
static void cycle(void) {
  int value = 0;
  omp_event_handle_t later;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(later) depend(out : value) shared(value)
    value = 1;
#pragma omp task depend(in : value) shared(value) firstprivate(later)
    omp_fulfill_event(later);
    ready();
#pragma omp taskwait  // for both
  }
}

// Nobody fulfils the event.
static void event(void) {
  omp_event_handle_t forgotten;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(forgotten)  // one
    ready();
#pragma omp taskwait  // for the event
  }
}

static void group(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup  // for the tasks in it
    {
#pragma omp task
      {
#pragma omp task  // inner
        wait_here();
        has_begun = 1;
#pragma omp taskwait  // for the inner one
        afterwards++;
      }
      while (!has_begun) continue;
    }
    afterwards++;
  }
}

// In an inner team one thread does not come to the barrier.
static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)  // outer
  {
    if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(2)  // inner team
      {
        if (omp_get_thread_num() == 1) wait_here();
#pragma omp barrier  // of the inner team
        afterwards++;
      }
    }
  }
}

// --- more than the kinds above ---

// One thread holds the lock and goes on with something else. The other one's call of omp_set_lock is a jump.
static void lock(void) {
  omp_init_lock(&first_lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_lock(&first_lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0) wait_here();
    omp_set_lock(&first_lock);  // taken
  }
}

static void nest(void) {
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_nest_lock(&nest_lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0) wait_here();
    omp_set_nest_lock(&nest_lock);
    afterwards++;
  }
}

// As critical(), without a word after the region.
static void jumped(void) {
#pragma omp parallel num_threads(2)
#pragma omp critical(narrow)
  wait_here();
}

// A task that is not deferred waits for one that does not end.
static void undeferred(void) {
  int value = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : value) shared(value)  // first
    {
      has_begun = 1;
      wait_here();
    }
    while (!has_begun) continue;
#pragma omp task depend(in : value) shared(value) if (0)
    afterwards++;
  }
}

// Iterations of a doacross loop that threads take in any order: iteration (1, 5) does not end.
static void dynamic(void) {
#pragma omp parallel for ordered(2) schedule(dynamic, 1) num_threads(3)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      if (i == 1 && j == 5) wait_here();
#pragma omp ordered depend(sink : i - 1, j)  // the row above
      afterwards++;
#pragma omp ordered depend(source)
    }
}

__attribute__((noinline)) static void take_lock(void) {
  omp_set_lock(&first_lock);  // in a function that has left the stack
}

// A task that wants a lock which its thread has already, on top of a taskwait.
static void own_lock(void) {
  omp_init_lock(&first_lock);
  omp_set_lock(&first_lock);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0)  // wants the lock
    {
      ready();
      take_lock();
      afterwards++;
    }
  }
}

// Many tasks wait for one event.
static void many(void) {
  static int values[1000];
  omp_event_handle_t forgotten;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(forgotten) depend(out : values[0])
    afterwards++;
    for (int i = 0; i < 100000; i++) {
#pragma omp task depend(in : values[0]) depend(inout : values[1 + i % 999])  // one of many
      afterwards++;
    }
    ready();
#pragma omp taskwait
  }
}

// --- waits that are none of the runtime's: in a region whose other thread waits at its end ---

static void sleeps(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    ready();
    sleep(1000);  // a jump at -O2
  }
}

static void reads(void) {
  int ends[2];
  char got;
  if (pipe(ends) != 0) return;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    ready();
    afterwards += (int)read(ends[0], &got, 1);
  }
}

static void mutex(void) {
  pthread_mutex_lock(&the_mutex);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    ready();
    pthread_mutex_lock(&the_mutex);  // in vain
    afterwards++;
  }
}

static void in_handler(int signal) {
  (void)signal;
  wait_here();
}

// A thread that waits at a barrier is interrupted, and its handler does not return.
static void handler(void) {
  signal(SIGUSR1, in_handler);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) raise(SIGUSR1);
    afterwards++;
  }
}

// Nothing waits: the program works.
static void works(void) {
  ready();
  while (!go_on) afterwards++;
}

static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {{"barrier", barrier}, {"region", region},     {"single", single},   {"critical", critical},
             {"locks", locks},     {"ordered", ordered},   {"doacross", doacross}, {"taskwait", taskwait},
             {"cycle", cycle},     {"event", event},       {"group", group},     {"nested", nested},
             {"lock", lock},       {"nest", nest},         {"jumped", jumped},
             {"undeferred", undeferred}, {"dynamic", dynamic}, {"own_lock", own_lock}, {"many", many},   {"sleeps", sleeps},   {"reads", reads},
             {"mutex", mutex},     {"handler", handler},   {"works", works}};

int main(int argc, char** argv) {
  for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, argv[1]) == 0) cases[i].run();
  return afterwards;
}
