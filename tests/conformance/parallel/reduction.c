// reduction on parallel: each operator over each kind of type, several variables, arrays and array sections.
// link-clang: -latomic
#include <complex.h>
#include <limits.h>
#include <omp.h>
#include <stdbool.h>

#include "check.h"

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define INTEGERS(type)                                                                                              \
  static void integers_##type(int n) {                                                                              \
    type sum = 3, difference = 100, product = 1, low = 50, high = 2, and = (type)~0, or = 0, xor = 0;               \
    type all = 1, any = 0;                                                                                          \
    PRAGMA(omp parallel reduction(+:sum) reduction(-:difference) reduction(*:product) reduction(min:low)            \
           reduction(max:high) reduction(&:and) reduction(|:or) reduction(^:xor) reduction(&&:all) reduction(||:any)) { \
      int me = omp_get_thread_num();                                                                                \
      sum += me + 1;                                                                                                \
      difference -= me + 1;                                                                                         \
      product *= me < 4 ? 2 : 1;                                                                                    \
      if (10 + me < low) low = 10 + me;                                                                             \
      if (10 + me > high) high = 10 + me;                                                                           \
      and &= ~(1 << me % 7);                                                                                        \
      or |= 1 << me % 7;                                                                                            \
      xor ^= 1 << me % 7;                                                                                           \
      all = all && me < n;                                                                                          \
      any = any || me == n - 1;                                                                                     \
    }                                                                                                               \
    int bits = 0, flips = 0;                                                                                        \
    for (int i = 0; i < n; i++) bits |= 1 << i % 7, flips ^= 1 << i % 7;                                            \
    CHECK_EQUAL(sum, (type)(3 + n * (n + 1) / 2));                                                                  \
    CHECK_EQUAL(difference, (type)(100 - n * (n + 1) / 2));                                                         \
    CHECK_EQUAL(product, 1 << (n < 4 ? n : 4));                                                                     \
    CHECK_EQUAL(low, 10);                                                                                           \
    CHECK_EQUAL(high, 10 + n - 1);                                                                                  \
    CHECK_EQUAL(and, (type)~bits);                                                                                  \
    CHECK_EQUAL(or, bits);                                                                                          \
    CHECK_EQUAL(xor, flips);                                                                                        \
    CHECK_EQUAL(all, 1);                                                                                            \
    CHECK_EQUAL(any, 1);                                                                                            \
  }

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_t;
typedef unsigned long ulong_t;
typedef long long llong;
INTEGERS(schar)
INTEGERS(uchar)
INTEGERS(short)
INTEGERS(ushort_t)
INTEGERS(int)
INTEGERS(unsigned)
INTEGERS(long)
INTEGERS(ulong_t)
INTEGERS(llong)

#define FLOATS(type)                                                                                       \
  static void floats_##type(int n) {                                                                       \
    type sum = 0.5, product = 1, low = 1e6, high = -1e6;                                                   \
    _Pragma("omp parallel reduction(+:sum) reduction(*:product) reduction(min:low) reduction(max:high)") { \
      int me = omp_get_thread_num();                                                                       \
      sum += me + 0.25;                                                                                    \
      product *= 2;                                                                                        \
      if (me < low) low = me;                                                                              \
      if (me > high) high = me;                                                                            \
    }                                                                                                      \
    CHECK_NEAR(sum, 0.5 + n * (n - 1) / 2 + n * 0.25);                                                     \
    CHECK_NEAR(product, 1 << n);                                                                           \
    CHECK_NEAR(low, 0);                                                                                    \
    CHECK_NEAR(high, n - 1);                                                                               \
  }

typedef long double long_double;
FLOATS(float)
FLOATS(double)
FLOATS(long_double)

static void complex_sum(int n) {
  double complex sum = 1 + I;
#pragma omp parallel reduction(+ : sum)
  sum += omp_get_thread_num() + 2 * I;
  CHECK_NEAR(creal(sum), 1 + n * (n - 1) / 2);
  CHECK_NEAR(cimag(sum), 1 + 2 * n);
}

static void arrays(int n) {
  int fixed[100], table[3][4] = {{0}};
  int* section = malloc(5000 * sizeof *section);
  for (int i = 0; i < 100; i++) fixed[i] = i;
  for (int i = 0; i < 5000; i++) section[i] = 1;
#pragma omp parallel reduction(+ : fixed, table, section[100 : 4000])
  {
    for (int i = 0; i < 100; i++) fixed[i] += 2;
    for (int i = 0; i < 12; i++) table[i / 4][i % 4] += i;
    for (int i = 100; i < 4100; i++) section[i] += i;
  }
  for (int i = 0; i < 100; i++) CHECK_EQUAL(fixed[i], i + 2 * n);
  for (int i = 0; i < 12; i++) CHECK_EQUAL(table[i / 4][i % 4], i * n);
  for (int i = 0; i < 5000; i++) CHECK_EQUAL(section[i], i < 100 || i >= 4100 ? 1 : 1 + i * n);
  free(section);
}

int main(void) {
  int n = omp_get_max_threads();
  for (int round = 0; round < 20; round++) {
    integers_schar(n);
    integers_uchar(n);
    integers_short(n);
    integers_ushort_t(n);
    integers_int(n);
    integers_unsigned(n);
    integers_long(n);
    integers_ulong_t(n);
    integers_llong(n);
    floats_float(n);
    floats_double(n);
    floats_long_double(n);
    complex_sum(n);
    arrays(n);
  }
  return check_result();
}
