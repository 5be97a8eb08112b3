// usage: tool TEST. A program that defines a tool of its own. Ends with 0 if what the tool hears is right; prints what is not.
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "omp-tools.h"

static ompt_set_callback_t set_callback;
static ompt_get_callback_t get_callback;
static ompt_get_task_info_t get_task_info;
static ompt_get_parallel_info_t get_parallel_info;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_state_t get_state;
static ompt_get_unique_id_t get_unique_id;
static ompt_finalize_tool_t finalize_tool;
static ompt_enumerate_states_t enumerate_states;

static int wants = 1, checks_at_exit, finalized, initialized, failed;
static long threads, ended_threads, regions, tasks, ended_tasks, waits, tasks_that_wait, ended_tasks_that_wait, initial_ends;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      failed = 1;                                                     \
    }                                                                 \
  } while (0)

static void add(long *count) { __atomic_fetch_add(count, 1, __ATOMIC_RELAXED); }
static void on_thread_begin(ompt_thread_t type, ompt_data_t *word) {
  (void)type, (void)word;
  add(&threads);
}
static void on_thread_end(ompt_data_t *word) {
  (void)word;
  add(&ended_threads);
}
static void on_parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *word, unsigned asked, int flags,
                              const void *call) {
  (void)task, (void)frame, (void)word, (void)asked, (void)flags;
  CHECK(call != NULL);
  add(&regions);
}
static void on_create(ompt_data_t *parent, const ompt_frame_t *frame, ompt_data_t *word, int flags, int dependences,
                      const void *call) {
  (void)parent, (void)frame, (void)word;
  CHECK(call != NULL);
  if (flags & ompt_task_explicit) add(&tasks);
  if (flags & ompt_task_taskwait) {
    CHECK(flags == (ompt_task_taskwait | ompt_task_undeferred | ompt_task_mergeable) && dependences);
    add(&tasks_that_wait);
  }
}
static void on_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  (void)prior, (void)next;
  if (status == ompt_task_complete) add(&ended_tasks);
  if (status == ompt_taskwait_complete) add(&ended_tasks_that_wait);
}
static void on_sync(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *region, ompt_data_t *task,
                    const void *call) {
  (void)region, (void)task, (void)call;
  if (kind == ompt_sync_region_taskwait && endpoint == ompt_scope_begin) add(&waits);
}
static void on_implicit(ompt_scope_endpoint_t endpoint, ompt_data_t *region, ompt_data_t *task, unsigned size, unsigned number,
                        int flags) {
  (void)region, (void)task, (void)size, (void)number;
  if (endpoint == ompt_scope_end && flags & ompt_task_initial) add(&initial_ends);
}
static int on_control(uint64_t command, uint64_t modifier, void *argument, const void *call) {
  (void)call;
  return command == 1 && modifier == 2 && argument == &wants ? 42 : 1;
}

// As a tool would close its file.
static void check_at_exit(void) {
  CHECK(finalized == 1 && initial_ends == 1 && ended_threads == threads && threads >= 1);
  if (failed) _exit(failed);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ++initialized;
  set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
  get_callback = (ompt_get_callback_t)lookup("ompt_get_callback");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  get_parallel_info = (ompt_get_parallel_info_t)lookup("ompt_get_parallel_info");
  get_thread_data = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
  get_state = (ompt_get_state_t)lookup("ompt_get_state");
  get_unique_id = (ompt_get_unique_id_t)lookup("ompt_get_unique_id");
  finalize_tool = (ompt_finalize_tool_t)lookup("ompt_finalize_tool");
  enumerate_states = (ompt_enumerate_states_t)lookup("ompt_enumerate_states");
  CHECK(lookup("ompt_no_such_thing") == NULL);
  CHECK(omp_get_max_threads() > 0);  // a tool may use the runtime here
  set_callback(ompt_callback_thread_begin, (ompt_callback_t)on_thread_begin);
  set_callback(ompt_callback_thread_end, (ompt_callback_t)on_thread_end);
  set_callback(ompt_callback_parallel_begin, (ompt_callback_t)on_parallel_begin);
  set_callback(ompt_callback_task_create, (ompt_callback_t)on_create);
  set_callback(ompt_callback_task_schedule, (ompt_callback_t)on_schedule);
  set_callback(ompt_callback_sync_region, (ompt_callback_t)on_sync);
  if (checks_at_exit) {
    set_callback(ompt_callback_implicit_task, (ompt_callback_t)on_implicit);
    atexit(check_at_exit);
  }
  return wants;
}
static void finalize(ompt_data_t *data) {
  (void)data;
  ++finalized;
}
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  CHECK(version == 202111 && runtime != NULL);
  return &result;
}

static int fib(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}
static int run_fib(int n) {
  int result = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  result = fib(n);
  return result;
}

// fib(12) makes 464 tasks in 232 calls that wait; each is created once and ends once.
static void counts(void) {
  CHECK(run_fib(12) == 144);
  CHECK(tasks == 464 && ended_tasks == 464 && waits == 232 && regions == 1);
  CHECK(threads >= 1 && threads <= 4 && initialized == 1);
}
// An undeferred task with dependences is told as a wait for these and a task. It runs after the task before it, each time.
static void undeferred(void) {
  int x = 0;
  CHECK(omp_get_max_threads() > 0);  // the tool is there
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task depend(out : x)
    x = i;
#pragma omp task if (0) depend(inout : x)
    {
      CHECK(x == i);
      x = -1;
    }
    CHECK(x == -1);
  }
  CHECK(tasks == 200 && ended_tasks == 200 && tasks_that_wait == 100 && ended_tasks_that_wait == 100);
}
static void control(void) {
  CHECK(omp_control_tool(1, 2, &wants) == -1);
  set_callback(ompt_callback_control_tool, (ompt_callback_t)on_control);
  CHECK(omp_control_tool(1, 2, &wants) == 42);
  CHECK(omp_control_tool(3, 0, NULL) == 1);
}
static void refuses(void) {
  wants = 0;
  CHECK(run_fib(8) == 21);
  CHECK(threads == 0 && tasks == 0 && regions == 0 && initialized == 1);
  CHECK(omp_control_tool(1, 0, NULL) == -2);
}
static void finalizes(void) {
  run_fib(8);
  finalize_tool();
  CHECK(finalized == 1);
  CHECK(threads == ended_threads);
  const long before = tasks;
  CHECK(run_fib(10) == 55);
  CHECK(tasks == before);
  finalize_tool();
  CHECK(finalized == 1);
}
static void sets(void) {
  ompt_callback_t known = NULL;
  omp_get_num_procs(), omp_get_thread_num();
  CHECK(set_callback((ompt_callbacks_t)0, NULL) == ompt_set_error);
  CHECK(set_callback((ompt_callbacks_t)99, NULL) == ompt_set_error);
  CHECK(set_callback(ompt_callback_target, (ompt_callback_t)on_sync) == ompt_set_never);
  CHECK(set_callback(ompt_callback_flush, (ompt_callback_t)on_sync) == ompt_set_always);
  CHECK(get_callback(ompt_callback_flush, &known) == 1 && known == (ompt_callback_t)on_sync);
  CHECK(set_callback(ompt_callback_flush, NULL) == ompt_set_always);
  CHECK(get_callback(ompt_callback_flush, &known) == 0);
  int state = ompt_state_undefined, count = 0;
  for (const char *name; enumerate_states(state, &state, &name); ++count) CHECK(name[0] == 'o');
  CHECK(count >= 15);
  CHECK(get_unique_id() != get_unique_id() && get_unique_id() != 0);
  set_callback(ompt_callback_task_create, NULL);
  run_fib(8);
  CHECK(tasks == 0 && ended_tasks > 0);
}

static long samples, inside;
static void on_signal(int number) {
  (void)number;
  ompt_data_t *data, *region;
  ompt_frame_t *frame;
  ompt_wait_id_t id;
  int flags, size, thread;
  add(&samples);
  get_state(&id);
  if (get_thread_data() == NULL) return;
  for (int level = 0; get_task_info(level, &flags, &data, &frame, &region, &thread) == 2; ++level)
    if (data == NULL || frame == NULL) abort();
    else if (level == 0 && flags & ompt_task_explicit) add(&inside);
  for (int level = 0; get_parallel_info(level, &region, &size) == 2; ++level)
    if (region == NULL || size < 1) abort();
}
// Every millisecond, anywhere.
static void samples_all(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  run_fib(4);
  sigaction(SIGPROF, &action, NULL);
  const struct itimerval timer = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &timer, NULL);
  for (int i = 0; i < 1000 && inside < 20; ++i) CHECK(run_fib(18) == 2584);
  const struct itimerval none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &none, NULL);
  CHECK(samples > 0 && inside > 0);
}
static void forks(void) {
  run_fib(8);
  const pid_t child = fork();
  if (child == 0) {
    const long before = tasks;
    CHECK(run_fib(8) == 21);
    CHECK(tasks == before + 66);
    exit(failed);
  }
  int status;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}
static void *foreign(void *unused) {
  CHECK(get_thread_data() == NULL && get_state(NULL) == ompt_state_work_serial);
  CHECK(run_fib(8) == 21);
  CHECK(get_thread_data() != NULL);
  return unused;
}
static void foreign_threads(void) {
  run_fib(4);
  pthread_t thread;
  pthread_create(&thread, NULL, foreign, NULL);
  pthread_join(thread, NULL);
}
static void exits_in_region(void) {
#pragma omp parallel num_threads(3)
#pragma omp masked
  exit(0);
}
// What the tool's own exit handler finds: all ends have been told.
static void closes(void) {
  checks_at_exit = 1;
  CHECK(run_fib(8) == 21);
  CHECK(initial_ends == 0 && finalized == 0);
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    void (*run)(void);
  } tests[] = {{"counts", counts},   {"undeferred", undeferred}, {"control", control}, {"refuses", refuses},
               {"finalizes", finalizes}, {"sets", sets},         {"samples", samples_all}, {"forks", forks},
               {"foreign", foreign_threads}, {"exits", exits_in_region}, {"closes", closes}};
  if (count != 2) return 2;
  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; ++i) {
    if (strcmp(tests[i].name, arguments[1]) != 0) continue;
    tests[i].run();
    return failed;
  }
  return 2;
}
