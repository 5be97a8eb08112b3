/* Clang's worksharing loops with bounds that clang itself never passes, and entries that only other compilers call: each
   iteration runs once, in all types, directions and kinds. */
#include "caller.h"

void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);
void __kmpc_for_static_fini(const Ident *, int32_t);
void __kmpc_dispatch_deinit(const Ident *, int32_t);
int32_t __kmpc_sections_init(const Ident *, int32_t), __kmpc_next_section(const Ident *, int32_t, int32_t);
void __kmpc_end_sections(const Ident *, int32_t);
void __kmpc_push_num_teams(const Ident *, int32_t, int32_t, int32_t);
void __kmpc_fork_teams(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);
void omp_set_schedule(int, int);

enum { kStaticChunked = 33, kStatic = 34, kDynamic = 35, kGuided = 36, kRuntime = 37, kAuto = 38, kTrapezoidal = 39,
       kStaticSimd = 45, kOrderedStatic = 66, kOrderedDynamic = 67, kDistributeChunked = 91, kDistribute = 92,
       kMonotonic = 1 << 29, kNonmonotonic = 1 << 30 };

static int wrong, lasts;
static int seen[1000];
#define EXPECT(condition)                                                                \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      if (__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED) < 5)                           \
        fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);          \
    }                                                                                    \
  } while (0)

/* One loop from first to last by step; values are offset so that they index seen. */
typedef struct {
  int64_t first, last, step, offset;
  int32_t kind, chunk;
} Loop;
static Loop current;

static void visit(int64_t value) { __atomic_fetch_add(&seen[value + current.offset], 1, __ATOMIC_RELAXED); }
static void visit_range(int64_t lower, int64_t upper, int64_t step) {
  for (int64_t i = lower; step > 0 ? i <= upper : i >= upper; i += step) visit(i);
}

#define LOOPS(suffix, T, S)                                                                                          \
  void __kmpc_for_static_init_##suffix(const Ident *, int32_t, int32_t, int32_t *, T *, T *, S *, S, S);             \
  void __kmpc_dispatch_init_##suffix(const Ident *, int32_t, int32_t, T, T, S, S);                                   \
  int32_t __kmpc_dispatch_next_##suffix(const Ident *, int32_t, int32_t *, T *, T *, S *);                           \
  void __kmpc_dispatch_fini_##suffix(const Ident *, int32_t);                                                        \
  void __kmpc_dist_for_static_init_##suffix(const Ident *, int32_t, int32_t, int32_t *, T *, T *, T *, S *, S, S);   \
  void __kmpc_team_static_init_##suffix(const Ident *, int32_t, int32_t *, T *, T *, S *, S, S);                     \
  static void static_##suffix(int32_t *id, int32_t *number, ...) {                                                   \
    int32_t last = 0;                                                                                                \
    T lower = (T)current.first, upper = (T)current.last;                                                             \
    S stride = 1;                                                                                                    \
    (void)number;                                                                                                    \
    __kmpc_for_static_init_##suffix(&here, *id, current.kind, &last, &lower, &upper, &stride, (S)current.step,      \
                                    (S)current.chunk);                                                               \
    const int64_t end = current.last;                                                                                \
    for (int64_t l = (int64_t)lower, u = (int64_t)upper; current.step > 0 ? l <= end : l >= end; l += stride, u += stride) { \
      visit_range(l, current.step > 0 ? (u < end ? u : end) : (u > end ? u : end), current.step);                    \
      if (current.kind == kStatic) break;                                                                            \
      if (stride == 0) break;                                                                                        \
    }                                                                                                                \
    if (last) __atomic_fetch_add(&lasts, 1, __ATOMIC_RELAXED);                                                       \
    __kmpc_for_static_fini(&here, *id);                                                                              \
    __kmpc_barrier(&here, *id);                                                                                      \
  }                                                                                                                  \
  static void dispatch_##suffix(int32_t *id, int32_t *number, ...) {                                                 \
    int32_t last;                                                                                                    \
    T lower, upper;                                                                                                  \
    S stride;                                                                                                        \
    (void)number;                                                                                                    \
    __kmpc_dispatch_init_##suffix(&here, *id, current.kind, (T)current.first, (T)current.last, (S)current.step,     \
                                  (S)current.chunk);                                                                 \
    for (last = 0; __kmpc_dispatch_next_##suffix(&here, *id, &last, &lower, &upper, &stride);) {                     \
      EXPECT(stride == (S)current.step);                                                                             \
      for (int64_t i = (int64_t)lower; current.step > 0 ? i <= (int64_t)upper : i >= (int64_t)upper; i += current.step) { \
        visit(i);                                                                                                    \
        if (current.kind == kOrderedDynamic || current.kind == kOrderedStatic)                                       \
          __kmpc_dispatch_fini_##suffix(&here, *id);                                                                 \
      }                                                                                                              \
      if (last) __atomic_fetch_add(&lasts, 1, __ATOMIC_RELAXED);                                                     \
      last = 0;                                                                                                      \
    }                                                                                                                \
    if (current.chunk % 2 == 0) __kmpc_dispatch_deinit(&here, *id); /* not all compilers call it */                  \
    __kmpc_barrier(&here, *id);                                                                                      \
  }                                                                                                                  \
  static void distribute_##suffix(int32_t *id, int32_t *number, ...) {                                               \
    int32_t last = 0;                                                                                                \
    T lower = (T)current.first, upper = (T)current.last, team_upper = 0;                                             \
    S stride = 1;                                                                                                    \
    (void)number;                                                                                                    \
    __kmpc_dist_for_static_init_##suffix(&here, *id, kStatic, &last, &lower, &upper, &team_upper, &stride,          \
                                         (S)current.step, 1);                                                        \
    visit_range((int64_t)lower, (int64_t)upper, current.step);                                                       \
    if (last) __atomic_fetch_add(&lasts, 1, __ATOMIC_RELAXED);                                                       \
    __kmpc_for_static_fini(&here, *id);                                                                              \
  }                                                                                                                  \
  static void league_##suffix(int32_t *id, int32_t *number, ...) {                                                   \
    (void)id;                                                                                                        \
    (void)number;                                                                                                    \
    __kmpc_fork_call(&here, 0, distribute_##suffix);                                                                 \
  }                                                                                                                  \
  static void team_chunks_##suffix(int32_t *id, int32_t *number, ...) {                                              \
    int32_t last = 0;                                                                                                \
    T lower = (T)current.first, upper = (T)current.last;                                                             \
    S stride = 1;                                                                                                    \
    (void)number;                                                                                                    \
    __kmpc_team_static_init_##suffix(&here, *id, &last, &lower, &upper, &stride, (S)current.step, (S)current.chunk); \
    const int64_t end = current.last, step = current.step;                                                           \
    for (int64_t l = (int64_t)lower, u = (int64_t)upper; step > 0 ? l <= end : l >= end; l += stride, u += stride)   \
      visit_range(l, step > 0 ? (u < end ? u : end) : (u > end ? u : end), step);                                    \
    if (last) __atomic_fetch_add(&lasts, 1, __ATOMIC_RELAXED);                                                       \
  }
LOOPS(4, int32_t, int32_t)
LOOPS(4u, uint32_t, int32_t)
LOOPS(8, int64_t, int64_t)
LOOPS(8u, uint64_t, int64_t)

typedef void (*Microtask)(int32_t *, int32_t *, ...);
typedef struct {
  Microtask static_, dispatch, league, team_chunks;
  int is_signed;
} Type;
static const Type types[] = {{static_4, dispatch_4, league_4, team_chunks_4, 1},
                             {static_4u, dispatch_4u, league_4u, team_chunks_4u, 0},
                             {static_8, dispatch_8, league_8, team_chunks_8, 1},
                             {static_8u, dispatch_8u, league_8u, team_chunks_8u, 0}};

static int64_t iterations(void) {
  const int64_t span = current.step > 0 ? current.last - current.first : current.first - current.last;
  return span < 0 ? 0 : span / (current.step > 0 ? current.step : -current.step) + 1;
}

static void check(const char *what) {
  int bad = wrong != 0 || lasts != (iterations() != 0);
  for (int i = 0; i < 1000; ++i) {
    const int64_t value = i - current.offset;
    const int inside = current.step > 0 ? value >= current.first && value <= current.last : value <= current.first && value >= current.last;
    bad |= seen[i] != (inside && (value - current.first) % current.step == 0);
  }
  if (bad) fprintf(stderr, "%s: kind %d, %ld to %ld by %ld, chunk %d, lasts %d\n", what, current.kind, (long)current.first, (long)current.last, (long)current.step, current.chunk, lasts);
  CHECK(!bad);
  memset(seen, 0, sizeof seen);
  lasts = 0;
}

static void in_region(Microtask body, int32_t kind, int32_t chunk, const char *what) {
  current.kind = kind;
  current.chunk = chunk;
  __kmpc_fork_call(&here, 0, body);
  check(what);
}

static void in_league(Microtask body, int teams, int32_t chunk, const char *what) {
  current.chunk = chunk;
  __kmpc_push_num_teams(&here, __kmpc_global_thread_num(&here), teams, 0);
  __kmpc_fork_teams(&here, 0, body);
  check(what);
}

static void check_all_kinds(const Type *type) {
  static const int32_t dispatched[] = {kStatic, kStaticChunked, kDynamic, kGuided, kAuto, kTrapezoidal, kRuntime, kOrderedStatic,
                                       kOrderedDynamic, kDynamic | kMonotonic, kDynamic | kNonmonotonic, kGuided | kNonmonotonic};
  for (int chunk = 1; chunk < 8; chunk += 3) {
    in_region(type->static_, kStatic, chunk, "static");
    in_region(type->static_, kStaticChunked, chunk, "static chunked");
    in_region(type->static_, kStaticChunked | kNonmonotonic, chunk, "static chunked");
    for (unsigned i = 0; i < sizeof dispatched / sizeof *dispatched; ++i)
      in_region(type->dispatch, dispatched[i], chunk, "dispatch");
    for (int teams = 1; teams < 5; teams += 3) in_league(type->team_chunks, teams, chunk, "distribute");
  }
  in_league(type->league, 1, 0, "distribute parallel for");
  in_league(type->league, 3, 0, "distribute parallel for");
}

static void check_types(void) {
  static const Loop loops[] = {{0, 99, 1, 0, 0, 0},  {5, 5, 3, 0, 0, 0},     {7, 123, 5, 0, 0, 0},  {200, 3, -4, 0, 0, 0},
                               {0, 1, 1, 0, 0, 0},   {10, 9, 1, 0, 0, 0},    {-50, 49, 3, 50, 0, 0}, {40, -40, -1, 40, 0, 0}};
  for (unsigned t = 0; t < sizeof types / sizeof *types; ++t)
    for (unsigned i = 0; i < sizeof loops / sizeof *loops; ++i) {
      if (!types[t].is_signed && (loops[i].first < 0 || loops[i].last < 0)) continue;
      current = loops[i];
      check_all_kinds(&types[t]);
    }
}

static void run_section(int32_t n) { __atomic_fetch_add(&seen[n], 1, __ATOMIC_RELAXED); }

/* init's 0 means: alone, run them all yourself. */
static void sections(int32_t *id, int32_t *number, ...) {
  (void)number;
  if (__kmpc_sections_init(&here, *id)) {
    for (int32_t n; (n = __kmpc_next_section(&here, *id, 7)) < 7;) run_section(n);
    __kmpc_end_sections(&here, *id);
  } else {
    for (int32_t n = 0; n < 7; ++n) run_section(n);
  }
  __kmpc_barrier(&here, *id);
}

static void check_sections(void) {
  for (int round = 0; round < 30; ++round) {
    __kmpc_fork_call(&here, 0, sections);
    for (int i = 0; i < 20; ++i) CHECK(seen[i] == (i < 7));
    memset(seen, 0, sizeof seen);
  }
}

int main(void) {
  check_types();
  check_sections();
  omp_set_schedule(2, 3);
  check_types();
  return 0;
}
