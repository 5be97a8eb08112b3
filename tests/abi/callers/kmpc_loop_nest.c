/* Collapsed nests that the compiler describes to the runtime: rectangular ones by index, others in static blocks. */
#include "caller.h"

typedef struct {
  int32_t type, variable_type, comparison, outer;
  uint64_t lower, lower_factor, upper, upper_factor;
  int64_t step;
  uint64_t iterations;
} Loop;

enum { kLessOrEqual, kGreaterOrEqual, kNotEqual, kLess, kGreater };
enum { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kUint64, kInt64 };

void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);
uint64_t __kmpc_process_loop_nest_rectang(const Ident *, int32_t, Loop *, int32_t);
void __kmpc_calc_original_ivs_rectang(const Ident *, uint64_t, const Loop *, uint64_t *, int32_t);
int32_t __kmpc_for_collapsed_init(const Ident *, int32_t, Loop *, Loop *, int32_t, int32_t *);

static void check_rectangle(void) {
  Loop nest[] = {{kInt32, kInt8, kLess, 0, 0, 0, 5, 0, 2, 0},             /* for (int8_t i = 0; i < 5; i += 2) */
                 {kInt64, kInt64, kNotEqual, 0, 7, 0, (uint64_t)-2, 0, -3, 0}, /* for (long j = 7; j != -2; j -= 3) */
                 {kUint32, kUint32, kLessOrEqual, 0, 4, 0, 6, 0, 1, 0}};  /* for (unsigned k = 4; k <= 6; ++k) */
  uint64_t index = 0, ivs[3];
  CHECK(__kmpc_process_loop_nest_rectang(&here, 0, nest, 3) == 27);
  for (int8_t i = 0; i < 5; i += 2)
    for (long j = 7; j != -2; j -= 3)
      for (unsigned k = 4; k <= 6; ++k) {
        __kmpc_calc_original_ivs_rectang(&here, index++, nest, ivs, 3);
        CHECK((int8_t)ivs[0] == i && (long)ivs[1] == j && (unsigned)ivs[2] == k);
      }
  nest[1] = (Loop){kInt32, kInt32, kGreater, 0, 1, 0, 5, 0, -1, 0};
  CHECK(__kmpc_process_loop_nest_rectang(&here, 0, nest, 3) == 0);
}

/* for (unsigned i = 0; i < 20; ++i) for (unsigned j = 0; j < i; ++j) for (int k = 9; k > 0; k -= 4) */
static int done[20][20][10], last_seen, blocks;

static void run_block(int32_t *id, int32_t *number, ...) {
  Loop chunk[3], nest[] = {{kUint32, kUint32, kLess, 0, 0, 0, 20, 0, 1, 0},
                           {kUint32, kUint32, kLess, 0, 0, 0, 0, 1, 1, 0},
                           {kInt32, kInt32, kGreater, 0, 9, 0, 0, 0, -4, 0}};
  int32_t last = 7, inside = 0;
  (void)number;
  if (!__kmpc_for_collapsed_init(&here, *id, nest, chunk, 3, &last)) return;
  for (unsigned i = 0; i < 20; ++i)
    for (unsigned j = 0; j < i; ++j)
      for (int k = 9; k > 0; k -= 4) {
        if (i == chunk[0].lower && j == chunk[1].lower && k == (int)chunk[2].lower) inside = 1;
        if (inside) __atomic_fetch_add(&done[i][j][k], 1, __ATOMIC_RELAXED);
        if (i == chunk[0].upper && j == chunk[1].upper && k == (int)chunk[2].upper) inside = 0;
      }
  if (last) __atomic_fetch_add(&last_seen, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED);
}

static void check_triangle(void) {
  __kmpc_fork_call(&here, 0, run_block);
  CHECK(last_seen == 1 && blocks == omp_get_max_threads());
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j)
      for (int k = 0; k < 10; ++k) CHECK(done[i][j][k] == (j < i && (k == 9 || k == 5 || k == 1)));
}

int main(void) {
  check_rectangle();
  check_triangle();
  return 0;
}
