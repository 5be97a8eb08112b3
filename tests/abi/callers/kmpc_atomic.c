/* Every __kmpc_atomic_<type>_<operator> entry against the same expression in C; then all of them from many threads. */
#include <complex.h>

#include "caller.h"

void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);

#define UPDATE(name, T, Y, op, expected)                                          \
  do {                                                                            \
    void __kmpc_atomic_##name##_##op(const Ident *, int, T *, Y);                 \
    T v = x;                                                                      \
    __kmpc_atomic_##name##_##op(&here, 0, &v, y);                                 \
    CHECK(v == (T)(expected));                                                    \
  } while (0)
#define CAPTURE(name, T, op, suffix, expected)                                    \
  do {                                                                            \
    T __kmpc_atomic_##name##_##op##suffix(const Ident *, int, T *, T, int);       \
    T v = x;                                                                      \
    CHECK(__kmpc_atomic_##name##_##op##suffix(&here, 0, &v, y, 0) == x);          \
    CHECK(v == (T)(expected));                                                    \
    v = x;                                                                        \
    CHECK(__kmpc_atomic_##name##_##op##suffix(&here, 0, &v, y, 1) == (T)(expected)); \
  } while (0)
#define CAPTURE_OUT(name, T, op, suffix, expected)                                \
  do {                                                                            \
    void __kmpc_atomic_##name##_##op##suffix(const Ident *, int, T *, T, T *, int); \
    T v = x, out = 0;                                                             \
    __kmpc_atomic_##name##_##op##suffix(&here, 0, &v, y, &out, 0);                \
    CHECK(out == x && v == (T)(expected));                                        \
    v = x;                                                                        \
    __kmpc_atomic_##name##_##op##suffix(&here, 0, &v, y, &out, 1);                \
    CHECK(out == (T)(expected));                                                  \
  } while (0)
#define BOTH(name, T, op, expected) UPDATE(name, T, T, op, expected); CAPTURE(name, T, op, _cpt, expected)
#define FOUR(name, T, op, expected, reversed)                                     \
  BOTH(name, T, op, expected);                                                    \
  UPDATE(name, T, T, op##_rev, reversed);                                         \
  CAPTURE(name, T, op, _cpt_rev, reversed)
#define ACCESS(name, T)                                                           \
  do {                                                                            \
    T __kmpc_atomic_##name##_rd(const Ident *, int, T *);                         \
    void __kmpc_atomic_##name##_wr(const Ident *, int, T *, T);                   \
    T v = x;                                                                      \
    CHECK(__kmpc_atomic_##name##_rd(&here, 0, &v) == x);                          \
    __kmpc_atomic_##name##_wr(&here, 0, &v, y);                                   \
    CHECK(v == y);                                                                \
  } while (0)
#define SWAP(name, T)                                                             \
  do {                                                                            \
    T __kmpc_atomic_##name##_swp(const Ident *, int, T *, T);                     \
    T v = x;                                                                      \
    CHECK(__kmpc_atomic_##name##_swp(&here, 0, &v, y) == x && v == y);            \
  } while (0)
#define CAS(bytes, T)                                                             \
  do {                                                                            \
    _Bool __kmpc_atomic_bool_##bytes##_cas(const Ident *, int, T *, T, T);        \
    T __kmpc_atomic_val_##bytes##_cas(const Ident *, int, T *, T, T);             \
    _Bool __kmpc_atomic_bool_##bytes##_cas_cpt(const Ident *, int, T *, T, T, T *); \
    T __kmpc_atomic_val_##bytes##_cas_cpt(const Ident *, int, T *, T, T, T *);    \
    T v = x, out = 77;                                                            \
    CHECK(!__kmpc_atomic_bool_##bytes##_cas(&here, 0, &v, x + 1, y) && v == x);   \
    CHECK(__kmpc_atomic_bool_##bytes##_cas(&here, 0, &v, x, y) && v == y);        \
    CHECK(__kmpc_atomic_val_##bytes##_cas(&here, 0, &v, y, x) == y && v == x);    \
    CHECK(!__kmpc_atomic_bool_##bytes##_cas_cpt(&here, 0, &v, x + 1, y, &out) && out == x); \
    out = 77;                                                                     \
    CHECK(__kmpc_atomic_bool_##bytes##_cas_cpt(&here, 0, &v, x, y, &out) && out == 77 && v == y); \
    CHECK(__kmpc_atomic_val_##bytes##_cas_cpt(&here, 0, &v, x, y, &out) == y && out == y); \
    CHECK(__kmpc_atomic_val_##bytes##_cas_cpt(&here, 0, &v, y, x, &out) == y && out == x); \
  } while (0)

#define ARITHMETIC(name, T)                                                       \
  BOTH(name, T, add, x + y);                                                      \
  BOTH(name, T, mul, x * y);                                                      \
  FOUR(name, T, sub, x - y, y - x);                                               \
  FOUR(name, T, div, x / y, y / x)
#define EXTREMES(name, T)                                                         \
  BOTH(name, T, min, x < y ? x : y);                                              \
  BOTH(name, T, max, x < y ? y : x)
#define BY_FLOAT8(name, T)                                                        \
  UPDATE(name, T, double, mul_float8, x * (double)y);                             \
  UPDATE(name, T, double, div_float8, x / (double)y)

#define FIXED(bytes, T, U)                                                        \
  static void check_fixed##bytes(T x, T y) {                                      \
    ARITHMETIC(fixed##bytes, T);                                                  \
    EXTREMES(fixed##bytes, T);                                                    \
    BOTH(fixed##bytes, T, andb, x & y);                                           \
    BOTH(fixed##bytes, T, orb, x | y);                                            \
    BOTH(fixed##bytes, T, xor, x ^ y);                                            \
    BOTH(fixed##bytes, T, andl, x && y);                                          \
    BOTH(fixed##bytes, T, orl, x || y);                                           \
    BOTH(fixed##bytes, T, eqv, ~(x ^ y));                                         \
    BOTH(fixed##bytes, T, neqv, x ^ y);                                           \
    ACCESS(fixed##bytes, T);                                                      \
    SWAP(fixed##bytes, T);                                                        \
    BY_FLOAT8(fixed##bytes, T);                                                   \
    CAS(bytes, T);                                                                \
  }                                                                               \
  static void check_shifts##bytes(T x, T y) {                                     \
    FOUR(fixed##bytes, T, shl, (U)x << y, (U)y << x);                             \
    FOUR(fixed##bytes, T, shr, x >> y, y >> x);                                   \
  }                                                                               \
  static void check_fixed##bytes##u(U x, U y) { FOUR(fixed##bytes##u, U, div, x / y, y / x); } \
  static void check_shifts##bytes##u(U x, U y) { FOUR(fixed##bytes##u, U, shr, x >> y, y >> x); } \
  static void check_all_fixed##bytes(void) {                                      \
    check_fixed##bytes(25, 7);                                                    \
    check_fixed##bytes(-100, 3);                                                  \
    check_fixed##bytes(9, -2);                                                    \
    check_shifts##bytes(6, 3);                                                    \
    check_fixed##bytes##u(200, 3);                                                \
    check_fixed##bytes##u((U)-1, 2);                                              \
    check_shifts##bytes##u(5, 1);                                                 \
  }
FIXED(1, int8_t, uint8_t)
FIXED(2, int16_t, uint16_t)
FIXED(4, int32_t, uint32_t)
FIXED(8, int64_t, uint64_t)

#define FLOAT(name, T)                                                            \
  static void check_##name(T x, T y) {                                            \
    ARITHMETIC(name, T);                                                          \
    EXTREMES(name, T);                                                            \
    ACCESS(name, T);                                                              \
    SWAP(name, T);                                                                \
  }
FLOAT(float4, float)
FLOAT(float8, double)
FLOAT(float10, long double)

static void check_float4_with_float8(float x, float y) {
  BY_FLOAT8(float4, float);
  UPDATE(float4, float, double, add_float8, x + (double)y);
  UPDATE(float4, float, double, sub_float8, x - (double)y);
}

#define COMPLEX(name, T)                                                          \
  static void check_##name(T x, T y) {                                            \
    ARITHMETIC(name, T);                                                          \
    ACCESS(name, T);                                                              \
    SWAP(name, T);                                                                \
  }
COMPLEX(cmplx8, double complex)
COMPLEX(cmplx10, long double complex)

static void check_cmplx4(float complex x, float complex y) {
#define TWO(op, operator) UPDATE(cmplx4, float complex, float complex, op, x operator y); CAPTURE_OUT(cmplx4, float complex, op, _cpt, x operator y); UPDATE(cmplx4, float complex, double complex, op##_cmplx8, x operator (double complex)y)
  TWO(add, +);
  TWO(sub, -);
  TWO(mul, *);
  TWO(div, /);
  UPDATE(cmplx4, float complex, float complex, sub_rev, y - x);
  UPDATE(cmplx4, float complex, float complex, div_rev, y / x);
  CAPTURE_OUT(cmplx4, float complex, sub, _cpt_rev, y - x);
  CAPTURE_OUT(cmplx4, float complex, div, _cpt_rev, y / x);
  ACCESS(cmplx4, float complex);
  void __kmpc_atomic_cmplx4_swp(const Ident *, int, float complex *, float complex, float complex *);
  float complex v = x, out = 0;
  __kmpc_atomic_cmplx4_swp(&here, 0, &v, y, &out);
  CHECK(out == x && v == y);
}

/* libiomp5's: 16 bytes, and operands of 16 bytes. */
#ifdef __SIZEOF_FLOAT128__
typedef __float128 Quad;
FLOAT(float16, Quad)
typedef _Complex float ComplexQuad __attribute__((mode(TC)));
COMPLEX(cmplx16, ComplexQuad)

#define BY_QUAD(name, T)                                                          \
  static void check_##name##_by_quad(T x, Quad y) {                               \
    UPDATE(name, T, Quad, add_fp, x + y);                                         \
    UPDATE(name, T, Quad, mul_fp, x * y);                                         \
    UPDATE(name, T, Quad, sub_fp, x - y);                                         \
    UPDATE(name, T, Quad, div_rev_fp, y / x);                                     \
    T __kmpc_atomic_##name##_sub_cpt_rev_fp(const Ident *, int, T *, Quad, int);  \
    T v = x;                                                                      \
    CHECK(__kmpc_atomic_##name##_sub_cpt_rev_fp(&here, 0, &v, y, 1) == (T)(y - x)); \
  }
BY_QUAD(fixed1u, uint8_t)
BY_QUAD(fixed8, int64_t)
BY_QUAD(float4, float)
BY_QUAD(float10, long double)

static void check_quad(void) {
  check_float16(2.5, -0.1);
  check_cmplx16(3 + 4 * I, 1 - 2 * I);
  check_fixed1u_by_quad(5, 5.5);
  check_fixed8_by_quad(-7, 2.25);
  check_float4_by_quad(1.5f, 7);
  check_float10_by_quad(1.5L, 7);
}
#else
static void check_quad(void) {}
#endif

/* ---- from many threads ---- */

typedef struct { int64_t parts[4]; } Wide;
static void add_wide(void *result, void *a, void *b) {
  Wide sum;
  for (int i = 0; i < 4; ++i) sum.parts[i] = ((Wide *)a)->parts[i] + ((Wide *)b)->parts[i];
  *(Wide *)result = sum;
}
static void add_two(void *result, void *a, void *b) { *(int16_t *)result = *(int16_t *)a + *(int16_t *)b; }

void __kmpc_atomic_32(const Ident *, int, void *, void *, void (*)(void *, void *, void *));
void __kmpc_atomic_2(const Ident *, int, void *, void *, void (*)(void *, void *, void *));
void __kmpc_atomic_start(void);
void __kmpc_atomic_end(void);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

static struct {
  int8_t one;
  int16_t two;
  double eight;
  long double ten;
  double complex sixteen;
  Wide thirty_two;
  long bracketed;
  int threads;
  char packed[9];
} shared;

enum { kRounds = 3000 };

static void add_all(int32_t *id, int32_t *number, ...) {
  void __kmpc_atomic_fixed1_add(const Ident *, int, int8_t *, int8_t);
  void __kmpc_atomic_float8_add(const Ident *, int, double *, double);
  void __kmpc_atomic_float10_add(const Ident *, int, long double *, long double);
  void __kmpc_atomic_cmplx8_add(const Ident *, int, double complex *, double complex);
  void __kmpc_atomic_fixed8_add(const Ident *, int, int64_t *, int64_t);
  Wide step = {{1, 2, 3, 4}};
  int16_t two = 2;
  (void)number;
  shared.threads = omp_get_num_threads();
  for (int i = 0; i < kRounds; ++i) {
    __kmpc_atomic_fixed1_add(&here, *id, &shared.one, 1);
    __kmpc_atomic_2(&here, *id, &shared.two, &two, add_two);
    __kmpc_atomic_float8_add(&here, *id, &shared.eight, 1.5);
    __kmpc_atomic_float10_add(&here, *id, &shared.ten, 2.5L);
    __kmpc_atomic_cmplx8_add(&here, *id, &shared.sixteen, 1 + 2 * I);
    __kmpc_atomic_32(&here, *id, &shared.thirty_two, &step, add_wide);
    __kmpc_atomic_fixed8_add(&here, *id, (int64_t *)(void *)(shared.packed + 1), 3); /* not aligned */
    if (i % 2 == 0) __kmpc_atomic_start(); else GOMP_atomic_start();
    ++shared.bracketed;
    if (i % 2 == 0) __kmpc_atomic_end(); else GOMP_atomic_end();
  }
}

static void check_shared(void) {
  const long times = (long)kRounds * shared.threads;
  int64_t packed;
  memcpy(&packed, shared.packed + 1, sizeof packed);
  CHECK(shared.one == (int8_t)times);
  CHECK(shared.two == (int16_t)(2 * times));
  CHECK(shared.eight == 1.5 * times);
  CHECK(shared.ten == 2.5L * times);
  CHECK(shared.sixteen == times + 2 * times * I);
  for (int i = 0; i < 4; ++i) CHECK(shared.thirty_two.parts[i] == (i + 1) * times);
  CHECK(packed == 3 * times);
  CHECK(shared.bracketed == times);
}

int main(void) {
  __kmpc_global_thread_num(&here); /* libomp crashes otherwise */
  check_all_fixed1();
  check_all_fixed2();
  check_all_fixed4();
  check_all_fixed8();
  check_float4(2.5f, -0.5f);
  check_float4_with_float8(2.5f, 0.1f);
  check_float8(2.5, -0.5);
  check_float10(2.5L, -0.5L);
  check_cmplx4(3 + 4 * I, 1 - 2 * I);
  check_cmplx8(3 + 4 * I, 1 - 2 * I);
  check_cmplx10(3 + 4 * I, 1 - 2 * I);
  check_quad();
  __kmpc_fork_call(&here, 0, add_all);
  check_shared();
  return 0;
}
