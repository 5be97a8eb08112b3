/* OpenMP 6.0's routines on the host, LLVM 24's names for eight-byte integers, and the traits as LLVM 23 numbers them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "caller.h"

typedef uintptr_t Handle;
typedef struct {
  int key;
  uintptr_t value;
} Trait;
int omp_is_free_agent(void), omp_ancestor_is_free_agent(int), omp_is_free_agent_(void), omp_ancestor_is_free_agent_(const int32_t *);
int omp_get_device_num_teams(int), omp_get_device_num_teams_(const int32_t *), omp_get_device_teams_thread_limit(int);
void omp_set_device_num_teams(int, int), omp_set_device_num_teams_(const int32_t *, const int32_t *);
void omp_set_device_teams_thread_limit(int, int);
int omp_get_max_teams(void), omp_get_teams_thread_limit(void), omp_get_max_progress_width(int);
size_t omp_get_memspace_pagesize(Handle);
Handle omp_init_allocator(Handle, int, const Trait *);
void omp_destroy_allocator(Handle);
void kmp_set_num_threads_8(int64_t), kmp_set_num_threads_8_(const int64_t *), kmpc_set_num_threads_8(int64_t);
int kmp_get_team_size_8(int64_t), kmp_get_team_size_8_(const int64_t *), kmp_get_ancestor_thread_num_8(int64_t);
void kmp_set_schedule_8(uint32_t, int64_t), kmp_get_schedule_8(int32_t *, int64_t *);
int kmp_pause_resource_8(int32_t, int64_t), omp_pause_resource_all(int);
int kmp_get_blocktime(void);
void kmp_set_blocktime_8(int64_t), kmp_set_blocktime_8_(const int64_t *);
int kmp_set_thread_affinity_mask_initial(void);
void ompt_libomp_connect(void *);
const char *__kmpc_get_device_env(const char *, int32_t), *omp_get_uid_from_device(int);
void *omp_target_memset(void *, int, size_t, int);

enum { default_device = -5, initial_device = -1, no_device = 7 };

static void check_devices(void) {
  for (int device = initial_device; device <= 0; ++device) {
    omp_set_device_num_teams(5 - device, device);
    CHECK(omp_get_device_num_teams(device) == 5 - device && omp_get_max_teams() == 5 - device);
    omp_set_device_teams_thread_limit(3, device);
    CHECK(omp_get_device_teams_thread_limit(device) == 3 && omp_get_teams_thread_limit() == 3);
    CHECK(omp_get_max_progress_width(device) == 1);
  }
  omp_set_device_num_teams(9, no_device);
  CHECK(omp_get_device_num_teams(no_device) == 0 && omp_get_max_teams() == 5 && omp_get_max_progress_width(no_device) == 0);
  const int32_t four = 4, host = initial_device;
  omp_set_device_num_teams_(&four, &host);
  CHECK(omp_get_device_num_teams_(&host) == 4 && omp_get_device_num_teams(default_device) == 4);
  CHECK(omp_get_uid_from_device(default_device) == omp_get_uid_from_device(initial_device));
  char text[4] = "abc";
  CHECK(omp_target_memset(text, 'x', 2, default_device) == text && strcmp(text, "xxc") == 0);
}

static void check_spaces(void) {
  const Trait traits[] = {{3, 19}, {9, 0}, {10, 0}, {11, 21}, {12, 20}, {13, 19}, {14, 4096}}, wrong = {11, 19};
  CHECK(omp_get_memspace_pagesize(0) == (size_t)sysconf(_SC_PAGESIZE));
  for (int i = 0; i < 7; ++i) {
    const Handle allocator = omp_init_allocator(0, 1, &traits[i]);
    CHECK(allocator != 0);
    omp_destroy_allocator(allocator);
  }
  CHECK(omp_init_allocator(0, 1, &wrong) == 0);
}

static void check_integers(void) {
  const int64_t three = 3, none = 0;
  kmp_set_num_threads_8(INT64_C(1) << 40);
  CHECK(omp_get_max_threads() > 1000);
  kmp_set_num_threads_8_(&three);
  CHECK(omp_get_max_threads() == 3);
  kmpc_set_num_threads_8(2);
  CHECK(omp_get_max_threads() == 2);
  CHECK(kmp_get_team_size_8(0) == 1 && kmp_get_team_size_8_(&none) == 1 && kmp_get_ancestor_thread_num_8(1) == -1);
  int32_t kind = 0;
  int64_t chunk = 0;
  kmp_set_schedule_8(2, INT64_C(1) << 40);
  kmp_get_schedule_8(&kind, &chunk);
  CHECK(kind == 2 && chunk == INT32_MAX);
  kmp_set_blocktime_8(7);
  CHECK(kmp_get_blocktime() == 7);
  kmp_set_blocktime_8_(&three);
  CHECK(kmp_get_blocktime() == 3);
  CHECK(kmp_pause_resource_8(1, 0) == 0 && kmp_pause_resource_8(1, INT64_C(1) << 32) != 0);
}

/* A thread of the program that OpenMP has not met keeps the mask that it gave itself. */
static void *unknown_thread(void *unused) {
  (void)unused;
  CHECK(kmp_set_thread_affinity_mask_initial() == -1);
  return NULL;
}

static void check_mask(void) {
  cpu_set_t all, one, now;
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  int first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  CHECK(omp_get_level() == 0); /* from here on OpenMP knows the thread, and the mask that it had */
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(kmp_set_thread_affinity_mask_initial() == 0);
  CHECK(sched_getaffinity(0, sizeof now, &now) == 0 && CPU_EQUAL(&now, &all));
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, unknown_thread, NULL) == 0 && pthread_join(thread, NULL) == 0);
}

static void check_variables(void) {
  CHECK(__kmpc_get_device_env("OMP_NUM_TEAMS", 3) == NULL && __kmpc_get_device_env(NULL, 3) == NULL);
  setenv("OMP_NUM_TEAMS_ALL", "1", 1);
  CHECK(strcmp(__kmpc_get_device_env("OMP_NUM_TEAMS", 3), "1") == 0);
  setenv("OMP_NUM_TEAMS_DEV", "2", 1);
  setenv("OMP_NUM_TEAMS_DEV_3", "4", 1);
  CHECK(strcmp(__kmpc_get_device_env("OMP_NUM_TEAMS", 3), "4") == 0);
  CHECK(strcmp(__kmpc_get_device_env("OMP_NUM_TEAMS", 2), "2") == 0);
  CHECK(__kmpc_get_device_env("OMP_NUM_TEAMS", -1) == NULL);
}

int main(void) {
  const int32_t level = 0;
  CHECK(!omp_is_free_agent() && !omp_is_free_agent_() && !omp_ancestor_is_free_agent(0) && !omp_ancestor_is_free_agent_(&level));
  check_mask();
  check_devices();
  check_spaces();
  check_integers();
  check_variables();
  CHECK(omp_pause_resource_all(3) == 0); /* omp_pause_stop_tool, where there is none */
  ompt_libomp_connect(NULL);
  return 0;
}
