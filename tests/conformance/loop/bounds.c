// Loop variables of every integer type, up and down, strides, bounds at the ends of their types, bounds not known before.
// optimise: -O0 -O2
#include <limits.h>
#include <omp.h>

#include "check.h"

#define UP(type, first, end, step)                                                             \
  {                                                                                            \
    type f = (first), e = (end), s = (step);                                                   \
    unsigned long long want = 0, got = 0, count = 0, want_count = 0;                           \
    for (type i = f; i < e; i += s) {                                                          \
      want += (unsigned long long)i, want_count++;                                             \
    }                                                                                          \
    _Pragma("omp parallel for schedule(static) reduction(+:got, count)")                       \
    for (type i = f; i < e; i += s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
    got = count = 0;                                                                           \
    _Pragma("omp parallel for schedule(dynamic, 3) reduction(+:got, count)")                   \
    for (type i = f; i < e; i += s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
    got = count = 0;                                                                           \
    _Pragma("omp parallel for schedule(guided) reduction(+:got, count)")                       \
    for (type i = f; i < e; i += s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
    got = count = 0;                                                                           \
    _Pragma("omp parallel for schedule(static, 5) reduction(+:got, count)")                    \
    for (type i = f; i < e; i += s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
  }

#define DOWN(type, first, end, step)                                                           \
  {                                                                                            \
    enum { s = (step) };                                                                       \
    type f = (first), e = (end);                                                               \
    unsigned long long want = 0, got = 0, count = 0, want_count = 0;                           \
    for (type i = f; i > e; i -= s) {                                                          \
      want += (unsigned long long)i, want_count++;                                             \
    }                                                                                          \
    _Pragma("omp parallel for schedule(static) reduction(+:got, count)")                       \
    for (type i = f; i > e; i -= s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
    got = count = 0;                                                                           \
    _Pragma("omp parallel for schedule(dynamic, 3) reduction(+:got, count)")                   \
    for (type i = f; i > e; i -= s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
    got = count = 0;                                                                           \
    _Pragma("omp parallel for schedule(guided, 2) reduction(+:got, count)")                    \
    for (type i = f; i > e; i -= s) got += (unsigned long long)i, count++;                     \
    CHECK(got == want && count == want_count);                                                 \
  }

int main(void) {
  UP(int, 0, 1000, 1)
  UP(int, -500, 501, 7)
  UP(int, 10, 10, 1)
  UP(int, 10, 5, 1)
  UP(int, INT_MIN, INT_MIN + 100, 3)
  UP(int, INT_MAX - 101, INT_MAX - 1, 1)
  UP(int, -700000000, 700000000, 300000000)
  UP(unsigned, 0u, 1000u, 13u)
  UP(unsigned, UINT_MAX - 100, UINT_MAX - 1, 1u)
  UP(unsigned, 5u, UINT_MAX - 200000001u, 200000000u)
  UP(long, LONG_MIN, LONG_MIN + 100, 3)
  UP(long, LONG_MAX - 100, LONG_MAX - 1, 1)
  UP(long, -(1L << 61), 1L << 61, 1L << 55)
  UP(unsigned long, ULONG_MAX - 100, ULONG_MAX - 1, 1)
  UP(unsigned long, 0, ULONG_MAX - (1UL << 58), 1UL << 57)
  UP(unsigned long long, 1ULL << 63, (1ULL << 63) + 1000, 7)
  UP(short, -100, 100, 3)
  UP(unsigned char, 3, 200, 5)
  DOWN(int, 1000, 0, 1)
  DOWN(int, 500, -501, 7)
  DOWN(int, 0, 5, 1)
  DOWN(long, 100, -100, 3)
  DOWN(long, LONG_MAX, LONG_MAX - 100, 3)
  DOWN(unsigned long, ULONG_MAX, ULONG_MAX - 100, 3)
  DOWN(unsigned long long, (1ULL << 63) + 50, (1ULL << 63) - 50, 3)
  return check_result();
}
