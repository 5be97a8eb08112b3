/* Target regions, target data and teams as each gcc calls them, on the host, which is the only device. */
#include "caller.h"

typedef void (*Body)(void *);
void GOMP_target(int, Body, const void *, size_t, void **, size_t *, unsigned char *);
void GOMP_target_data(int, const void *, size_t, void **, size_t *, unsigned char *);
void GOMP_target_update(int, const void *, size_t, void **, size_t *, unsigned char *);
void GOMP_target_end_data(void);
void GOMP_target_ext(int, Body, size_t, void **, size_t *, unsigned short *, unsigned, void **, void **);
void GOMP_target_data_ext(int, size_t, void **, size_t *, unsigned short *);
void GOMP_target_update_ext(int, size_t, void **, size_t *, unsigned short *, unsigned, void **);
void GOMP_target_enter_exit_data(int, size_t, void **, size_t *, unsigned short *, unsigned, void **);
void GOMP_teams(unsigned, unsigned), GOMP_teams_reg(Body, void *, unsigned, unsigned, unsigned);
_Bool GOMP_teams4(unsigned, unsigned, unsigned, _Bool);
void GOMP_offload_register(const void *, int, const void *), GOMP_offload_register_ver(unsigned, const void *, int, const void *);
void GOMP_offload_unregister_ver(unsigned, const void *, int, const void *);
void *GOMP_target_map_indirect_ptr(void *);
void GOMP_parallel(Body, void *, unsigned, unsigned);
void GOMP_task(Body, void *, void (*)(void *, void *), long, long, _Bool, unsigned, void **, int, void *);
void GOMP_taskwait(void);
int omp_get_num_teams(void), omp_get_team_num(void), omp_get_thread_limit(void), omp_is_initial_device(void);

enum { kToFrom = 3, kFirstprivate = 12, kFirstprivateValue = 13, kDepend = 8 };
enum { kDefaultDevice = -1, kIfFalse = -2, kNowait = 1 };

static int runs;

typedef struct {
  int *mapped;
  const int *copied;
  uintptr_t value;
} Addresses;

static void run_target(void *data) {
  const Addresses *addresses = data;
  CHECK(omp_get_level() == 0 && omp_in_parallel() == 0 && omp_get_num_threads() == 1 && omp_is_initial_device());
  CHECK(((uintptr_t)addresses->copied & 15) == 0);
  CHECK(addresses->copied[0] == 5 && addresses->copied[3] == 8 && addresses->value == 77);
  ((int *)addresses->copied)[0] = 1000; /* its own copy */
  ++*addresses->mapped;
  ++runs;
}

static void check_target(unsigned flags, int device) {
  int mapped = 10, original[4] = {5, 6, 7, 8};
  void *addresses[] = {&mapped, original, (void *)77};
  size_t sizes[] = {sizeof mapped, sizeof original, 0};
  unsigned short kinds[] = {kToFrom | 2 << 8, kFirstprivate | 4 << 8, kFirstprivateValue};
  runs = 0;
  GOMP_target_ext(device, run_target, 3, addresses, sizes, kinds, flags, NULL, NULL);
  GOMP_taskwait();
  CHECK(runs == 1 && mapped == 11 && original[0] == 5);
}

static void run_old_target(void *data) { ++*((int **)data)[0]; }

static void check_old_target(void) {
  int mapped = 1;
  void *addresses[] = {&mapped};
  size_t sizes[] = {sizeof mapped};
  unsigned char kinds[] = {kToFrom};
  GOMP_offload_register(NULL, 0, NULL);
  GOMP_target_data(kDefaultDevice, NULL, 1, addresses, sizes, kinds);
  GOMP_target(kDefaultDevice, run_old_target, NULL, 1, addresses, sizes, kinds);
  GOMP_target_update(kDefaultDevice, NULL, 1, addresses, sizes, kinds);
  GOMP_target_end_data();
  CHECK(mapped == 2);
}

/* Data stays where it is; depend orders. */
static int stage;
static void first_stage(void *data) {
  (void)data;
  for (volatile int i = 0; i < 100000; ++i) continue;
  CHECK(__atomic_exchange_n(&stage, 1, __ATOMIC_RELAXED) == 0);
}

static void check_data(void *unused) {
  int x = 3;
  void *addresses[] = {&x}, *depend[] = {(void *)1, (void *)1, &x};
  size_t sizes[] = {sizeof x};
  unsigned short kinds[] = {kToFrom};
  (void)unused;
  if (omp_get_thread_num() != 0) return;
  stage = 0;
  GOMP_task(first_stage, NULL, NULL, 0, 1, 1, kDepend, depend, 0, NULL);
  GOMP_target_enter_exit_data(kDefaultDevice, 1, addresses, sizes, kinds, 0, depend);
  CHECK(__atomic_load_n(&stage, __ATOMIC_RELAXED) == 1);
  GOMP_target_data_ext(kDefaultDevice, 1, addresses, sizes, kinds);
  CHECK(addresses[0] == &x);
  GOMP_target_update_ext(kDefaultDevice, 1, addresses, sizes, kinds, 0, NULL);
  GOMP_target_end_data();
  CHECK(x == 3);
}

static int teams_seen;
static void count_team(void *limit) {
  CHECK(omp_get_num_teams() == 4 && omp_get_team_num() == teams_seen && omp_get_level() == 0);
  CHECK(omp_get_thread_limit() == *(int *)limit);
  ++teams_seen;
}
static void teams_in_target(void *unused) {
  (void)unused;
  _Bool first = 1;
  while (GOMP_teams4(3, 5, 0, first)) {
    CHECK(omp_get_num_teams() >= 3 && omp_get_num_teams() <= 5 && omp_get_team_num() == teams_seen);
    ++teams_seen;
    first = 0;
  }
  CHECK(teams_seen >= 3 && teams_seen <= 5);
  GOMP_teams(0, 0);
}

static void check_teams(void) {
  int limit = 6;
  teams_seen = 0;
  GOMP_teams_reg(count_team, &limit, 4, 6, 0);
  CHECK(teams_seen == 4 && omp_get_num_teams() == 1);
  teams_seen = 0;
  GOMP_target_ext(kDefaultDevice, teams_in_target, 0, NULL, NULL, NULL, 0, NULL, NULL);
}

int main(void) {
  GOMP_offload_register_ver(1, NULL, 0, NULL);
  for (int round = 0; round < 20; ++round) {
    check_target(0, kDefaultDevice);
    check_target(kNowait, kDefaultDevice);
    check_target(0, kIfFalse);
    check_target(0, 0);
    check_old_target();
    GOMP_parallel(check_data, NULL, 0, 0);
    check_teams();
  }
  CHECK(GOMP_target_map_indirect_ptr(&runs) == &runs);
  GOMP_offload_unregister_ver(1, NULL, 0, NULL);
  return 0;
}
