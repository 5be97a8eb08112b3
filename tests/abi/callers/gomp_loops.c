/* GOMP's loops, sections and single, orphaned and in a region, with the start entries of every gcc. */
#include <stdarg.h>

#include "caller.h"

typedef unsigned long long Ull;
void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned);
void GOMP_loop_end(void), GOMP_loop_end_nowait(void);
_Bool GOMP_single_start(void);
void *GOMP_single_copy_start(void);
void GOMP_single_copy_end(void *);
void GOMP_barrier(void);
void GOMP_ordered_start(void), GOMP_ordered_end(void);
unsigned GOMP_sections_start(unsigned), GOMP_sections_next(void);
void GOMP_sections_end(void);

static int seen[400], wrong, turn;
#define EXPECT(condition)                                                                \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      if (__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED) < 5)                           \
        fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);          \
    }                                                                                    \
  } while (0)

enum { kFirst = 20, kEnd = 320, kStep = 3 }; /* up; down it is 319 to 19 by -3 */
static int is_up, is_ordered;

static void visit(long i) {
  if (is_ordered) {
    GOMP_ordered_start();
    EXPECT(turn++ == (is_up ? (i - kFirst) / kStep : (kEnd - 1 - i) / kStep));
    GOMP_ordered_end();
  }
  __atomic_fetch_add(&seen[i], 1, __ATOMIC_RELAXED);
}

static void visit_chunk(long from, long to) {
  for (long i = from; is_up ? i < to : i > to; i += is_up ? kStep : -kStep) visit(i);
}

#define BOUNDS is_up ? kFirst : kEnd - 1, is_up ? kEnd : kFirst - 1, is_up ? kStep : -kStep
#define ULL_BOUNDS is_up, (Ull)(is_up ? kFirst : kEnd - 1), (Ull)(is_up ? kEnd : kFirst - 1), (Ull)(is_up ? kStep : -kStep)

/* A loop body for each start entry: its name, the parameters that it adds, their values, and the entry for the next chunk. */
#define LOOP(start, next_entry, ...)                                                     \
  _Bool GOMP_##next_entry(long *, long *);                                               \
  static void run_##start(void *unused) {                                                \
    long from, to;                                                                       \
    (void)unused;                                                                        \
    if (GOMP_##start(BOUNDS, __VA_ARGS__ __VA_OPT__(,) &from, &to)) do {                                 \
        visit_chunk(from, to);                                                           \
      } while (GOMP_##next_entry(&from, &to));                                           \
    GOMP_loop_end();                                                                     \
  }
#define LOOP_ULL(start, next_entry, ...)                                                 \
  _Bool GOMP_##next_entry(Ull *, Ull *);                                                 \
  static void run_##start(void *unused) {                                                \
    Ull from, to;                                                                        \
    (void)unused;                                                                        \
    if (GOMP_##start(ULL_BOUNDS, __VA_ARGS__ __VA_OPT__(,) &from, &to)) do {                             \
        visit_chunk((long)from, (long)to);                                               \
      } while (GOMP_##next_entry(&from, &to));                                           \
    GOMP_loop_end();                                                                     \
  }
#define CHUNKED(kind)                                                                    \
  _Bool GOMP_loop_##kind##_start(long, long, long, long, long *, long *);                \
  LOOP(loop_##kind##_start, loop_##kind##_next, 4)                                       \
  _Bool GOMP_loop_ull_##kind##_start(_Bool, Ull, Ull, Ull, Ull, Ull *, Ull *);           \
  LOOP_ULL(loop_ull_##kind##_start, loop_ull_##kind##_next, 4)
#define UNCHUNKED(kind)                                                                  \
  _Bool GOMP_loop_##kind##_start(long, long, long, long *, long *);                      \
  LOOP(loop_##kind##_start, loop_##kind##_next)                                          \
  _Bool GOMP_loop_ull_##kind##_start(_Bool, Ull, Ull, Ull, Ull *, Ull *);                \
  LOOP_ULL(loop_ull_##kind##_start, loop_ull_##kind##_next)
CHUNKED(static)
CHUNKED(dynamic)
CHUNKED(guided)
CHUNKED(nonmonotonic_dynamic)
CHUNKED(nonmonotonic_guided)
CHUNKED(ordered_static)
CHUNKED(ordered_dynamic)
CHUNKED(ordered_guided)
UNCHUNKED(runtime)
UNCHUNKED(ordered_runtime)
UNCHUNKED(nonmonotonic_runtime)
UNCHUNKED(maybe_nonmonotonic_runtime)

typedef void (*Body)(void *);
#define PAIR(kind) run_loop_##kind##_start, run_loop_ull_##kind##_start
static const Body plain[] = {PAIR(static), PAIR(dynamic), PAIR(guided), PAIR(nonmonotonic_dynamic), PAIR(nonmonotonic_guided),
                             PAIR(runtime), PAIR(nonmonotonic_runtime), PAIR(maybe_nonmonotonic_runtime)};
static const Body ordered[] = {PAIR(ordered_static), PAIR(ordered_dynamic), PAIR(ordered_guided), PAIR(ordered_runtime)};

static void check(const char *what, unsigned index) {
  int bad = wrong != 0;
  for (int i = 0; i < 400; ++i) {
    const int inside = is_up ? i >= kFirst && i < kEnd && (i - kFirst) % kStep == 0 : i < kEnd && i >= kFirst && (kEnd - 1 - i) % kStep == 0;
    bad |= seen[i] != inside;
  }
  if (bad) fprintf(stderr, "%s loop %u, up %d\n", what, index, is_up);
  CHECK(!bad);
  memset(seen, 0, sizeof seen);
  turn = 0;
}

static void check_loops(const Body *bodies, unsigned count, const char *what) {
  for (is_up = 0; is_up < 2; ++is_up)
    for (unsigned i = 0; i < count; ++i) {
      GOMP_parallel(bodies[i], NULL, 0, 0);
      check(what, i);
      bodies[i](NULL); /* orphaned: a team of one */
      check(what, i);
    }
}

/* gcc 9: the schedule as a number, memory that the threads share, bounds left to the compiler. */
_Bool GOMP_loop_start(long, long, long, long, long, long *, long *, uintptr_t *, void **);
enum { kNumberedStatic = 1, kNumberedDynamic = 2, kNumberedGuided = 3, kNumberedMonotonic = (int)0x80000000u };
static void *first_memory;

static void with_memory(void *unused) {
  void *memory = (void *)64;
  long from, to;
  (void)unused;
  if (GOMP_loop_start(BOUNDS, 0x80000002L, 5, &from, &to, NULL, &memory)) do {
      visit_chunk(from, to);
    } while (GOMP_loop_dynamic_next(&from, &to));
  void *expected = NULL;
  if (!__atomic_compare_exchange_n(&first_memory, &expected, memory, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) EXPECT(expected == memory);
  __atomic_fetch_add(&((long *)memory)[7], 1, __ATOMIC_RELAXED);
  GOMP_barrier();
  EXPECT(((long *)memory)[7] == omp_get_num_threads() && ((long *)memory)[0] == 0);
  GOMP_loop_end();
}

static void without_bounds(void *unused) {
  (void)unused;
  EXPECT(GOMP_loop_start(BOUNDS, 0x80000001L, 0, NULL, NULL, NULL, NULL));
  GOMP_loop_end();
}

static void check_numbered(void) {
  is_up = 1;
  GOMP_parallel(with_memory, NULL, 0, 0);
  check("numbered", 0);
  first_memory = NULL;
  GOMP_parallel(without_bounds, NULL, 0, 0);
  CHECK(wrong == 0);
}

static void sections_and_single(void *unused) {
  int value = 0, *published;
  (void)unused;
  for (unsigned n = GOMP_sections_start(9); n != 0; n = GOMP_sections_next()) __atomic_fetch_add(&seen[n], 1, __ATOMIC_RELAXED);
  GOMP_sections_end();
  if (GOMP_single_start()) __atomic_fetch_add(&seen[100], 1, __ATOMIC_RELAXED);
  if ((published = GOMP_single_copy_start()) == NULL) {
    value = 77;
    GOMP_single_copy_end(&value);
  } else {
    value = *published;
  }
  EXPECT(value == 77);
  GOMP_barrier();
}

static void check_sections_and_single(void) {
  GOMP_parallel(sections_and_single, NULL, 0, 0);
  CHECK(wrong == 0 && seen[100] == 1);
  for (int i = 0; i < 12; ++i) CHECK(seen[i] == (i >= 1 && i <= 9));
  memset(seen, 0, sizeof seen);
}

int main(void) {
  for (int round = 0; round < 10; ++round) {
    is_ordered = 0;
    check_loops(plain, sizeof plain / sizeof *plain, "plain");
    check_numbered();
    check_sections_and_single();
    is_ordered = 1;
    check_loops(ordered, sizeof ordered / sizeof *ordered, "ordered");
  }
  return 0;
}
