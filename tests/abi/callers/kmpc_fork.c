/* Starting regions from clang's code: any number of arguments, all announcements, serialized, nested, other threads. */
#include <pthread.h>
#include <stdarg.h>

#include "caller.h"

typedef void (*Microtask)(int32_t *, int32_t *, ...);
void __kmpc_fork_call(const Ident *, int32_t, Microtask, ...);
void __kmpc_fork_call_if(const Ident *, int32_t, Microtask, int32_t, void *);
void __kmpc_push_num_threads(const Ident *, int32_t, int32_t);
void __kmpc_push_proc_bind(const Ident *, int32_t, int32_t);
void __kmpc_serialized_parallel(const Ident *, int32_t);
void __kmpc_end_serialized_parallel(const Ident *, int32_t);
int32_t __kmpc_bound_thread_num(const Ident *), __kmpc_bound_num_threads(const Ident *);
int32_t __kmpc_in_parallel(const Ident *), __kmpc_ok_to_fork(const Ident *);
int omp_get_active_level(void);

static int runs, wrong;

#define EXPECT(condition) \
  do {                    \
    if (!(condition)) {   \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED); \
    }                     \
  } while (0)

static void check_self(const int32_t *id, const int32_t *number) {
  EXPECT(*id == __kmpc_global_thread_num(&here));
  EXPECT(*number == omp_get_thread_num() && *number == __kmpc_bound_thread_num(&here));
  EXPECT(__kmpc_bound_num_threads(&here) == omp_get_num_threads());
  __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED);
}

/* ---- arguments: a_i is 1000 + i in each slot ---- */

#define TEN(list, n) list(n##0), list(n##1), list(n##2), list(n##3), list(n##4), list(n##5), list(n##6), list(n##7), list(n##8), list(n##9)
#define PARAMETER(n) uintptr_t a##n
#define VALUE(n) (uintptr_t)(1000 + (1##n - 100))
#define NAME(n) a##n
#define ALL(list) TEN(list, 0), TEN(list, 1), TEN(list, 2), TEN(list, 3), TEN(list, 4), TEN(list, 5), TEN(list, 6)

static void check_values(const uintptr_t *values, int count) {
  for (int i = 0; i < count; ++i) EXPECT(values[i] == (uintptr_t)(1000 + i));
}

#define WITH_ARGUMENTS(count, parameters, names)                                        \
  static void take_##count(int32_t *id, int32_t *number, parameters) {                  \
    const uintptr_t values[] = {names};                                                 \
    char aligned[16] __attribute__((aligned(16)));                                      \
    EXPECT(((uintptr_t)aligned & 15) == 0); /* the stack is as the ABI wants it */      \
    EXPECT(sizeof values / sizeof *values == count);                                    \
    check_values(values, count);                                                        \
    check_self(id, number);                                                             \
  }
#define COMMA ,
WITH_ARGUMENTS(1, PARAMETER(00), NAME(00))
WITH_ARGUMENTS(3, PARAMETER(00) COMMA PARAMETER(01) COMMA PARAMETER(02), NAME(00) COMMA NAME(01) COMMA NAME(02))
WITH_ARGUMENTS(4, PARAMETER(00) COMMA PARAMETER(01) COMMA PARAMETER(02) COMMA PARAMETER(03), NAME(00) COMMA NAME(01) COMMA NAME(02) COMMA NAME(03))
WITH_ARGUMENTS(5, PARAMETER(00) COMMA PARAMETER(01) COMMA PARAMETER(02) COMMA PARAMETER(03) COMMA PARAMETER(04), NAME(00) COMMA NAME(01) COMMA NAME(02) COMMA NAME(03) COMMA NAME(04))
WITH_ARGUMENTS(10, TEN(PARAMETER, 0), TEN(NAME, 0))
WITH_ARGUMENTS(11, TEN(PARAMETER, 0) COMMA PARAMETER(10), TEN(NAME, 0) COMMA NAME(10))
WITH_ARGUMENTS(20, TEN(PARAMETER, 0) COMMA TEN(PARAMETER, 1), TEN(NAME, 0) COMMA TEN(NAME, 1))
WITH_ARGUMENTS(70, ALL(PARAMETER), ALL(NAME))

static void take_0(int32_t *id, int32_t *number, ...) { check_self(id, number); }

#define FORK(count, ...)                                                                \
  do {                                                                                  \
    runs = 0;                                                                           \
    __kmpc_fork_call(&here, count, (Microtask)take_##count, __VA_ARGS__);               \
    CHECK(runs == omp_get_max_threads() && wrong == 0);                                 \
  } while (0)

static void check_arguments(void) {
  runs = 0;
  __kmpc_fork_call(&here, 0, take_0);
  CHECK(runs == omp_get_max_threads() && wrong == 0);
  FORK(1, VALUE(00));
  FORK(3, VALUE(00), VALUE(01), VALUE(02));
  FORK(4, VALUE(00), VALUE(01), VALUE(02), VALUE(03));
  FORK(5, VALUE(00), VALUE(01), VALUE(02), VALUE(03), VALUE(04));
  FORK(10, TEN(VALUE, 0));
  FORK(11, TEN(VALUE, 0), VALUE(10));
  FORK(20, TEN(VALUE, 0), TEN(VALUE, 1));
  FORK(70, ALL(VALUE));
}

/* ---- announcements ---- */

static void check_announcements(void) {
  const int32_t id = __kmpc_global_thread_num(&here);
  CHECK(__kmpc_ok_to_fork(&here) == 1 && __kmpc_in_parallel(&here) == 0);
  __kmpc_push_num_threads(&here, id, 5);
  __kmpc_push_proc_bind(&here, id, 4);
  runs = 0;
  __kmpc_fork_call(&here, 0, take_0);
  CHECK(runs == 5 && wrong == 0);
  FORK(1, VALUE(00)); /* announced once only */
  __kmpc_push_num_threads(&here, id, -1);
  FORK(1, VALUE(00));
}

static void take_struct(int32_t *id, int32_t *number, ...);
static int condition;

static void check_if(void) {
  for (condition = 0; condition < 2; ++condition) {
    runs = 0;
    __kmpc_fork_call_if(&here, 1, (Microtask)take_struct, condition, &condition);
    CHECK(runs == (condition ? omp_get_max_threads() : 1) && wrong == 0);
    runs = 0;
    __kmpc_fork_call_if(&here, 0, take_0, condition, NULL);
    CHECK(runs == (condition ? omp_get_max_threads() : 1) && wrong == 0);
  }
}

static void take_pointer(int32_t *id, int32_t *number, int *pointer) {
  EXPECT(*pointer == condition);
  EXPECT(omp_get_level() == 1 && omp_get_active_level() == (omp_get_num_threads() > 1));
  check_self(id, number);
}
static void take_struct(int32_t *id, int32_t *number, ...) {
  va_list list;
  va_start(list, number);
  take_pointer(id, number, va_arg(list, int *));
  va_end(list);
}

/* ---- serialized and nested ---- */

static void nest(int32_t *id, int32_t *number, ...) {
  (void)number;
  EXPECT(omp_get_level() == 1);
  __kmpc_push_num_threads(&here, *id, 3);
  __kmpc_serialized_parallel(&here, *id);
  EXPECT(omp_get_level() == 2 && omp_get_num_threads() == 1 && omp_get_thread_num() == 0);
  __kmpc_serialized_parallel(&here, *id);
  EXPECT(omp_get_level() == 3);
  __kmpc_end_serialized_parallel(&here, *id);
  __kmpc_end_serialized_parallel(&here, *id);
  EXPECT(omp_get_level() == 1 && omp_get_num_threads() >= 1);
  __kmpc_push_num_threads(&here, *id, 2);
  __kmpc_fork_call(&here, 0, take_0);
  EXPECT(omp_get_level() == 1);
}

static void check_nested(int levels) {
  void omp_set_max_active_levels(int);
  omp_set_max_active_levels(levels);
  runs = 0;
  __kmpc_fork_call(&here, 0, nest);
  const int outer = omp_get_max_threads(), inner = levels > 1 || outer == 1 ? 2 : 1;
  CHECK(wrong == 0 && runs == outer * inner);
}

static void *other_thread(void *unused) {
  int own = 0;
  (void)unused;
  void count(int32_t *, int32_t *, int *);
  for (int i = 0; i < 50; ++i) __kmpc_fork_call(&here, 1, (Microtask)count, &own);
  EXPECT(own == 50 * 4);
  return NULL;
}
void count(int32_t *id, int32_t *number, int *own) {
  (void)id;
  (void)number;
  __atomic_fetch_add(own, 4 / omp_get_num_threads() + (omp_get_thread_num() < 4 % omp_get_num_threads()), __ATOMIC_RELAXED);
}

static void check_other_threads(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, other_thread, NULL) == 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  CHECK(wrong == 0);
}

int main(void) {
  for (int round = 0; round < 10; ++round) {
    check_arguments();
    check_announcements();
    check_if();
    check_nested(1);
    check_nested(2);
  }
  check_other_threads();
  return 0;
}
