// atomic in all forms and sizes, with memory orders; long double and complex, which compilers leave to the runtime.
// link-clang: -latomic
// env: OMP_PROC_BIND=spread
#include <complex.h>
#include <omp.h>

#include "check.h"

#define TYPE(type)                                                    \
  {                                                                   \
    type sum = 0, big = 1, seen = 0;                                  \
    _Pragma("omp parallel") for (int i = 0; i < 500; i++) {           \
      type old = 0;                                                   \
      _Pragma("omp atomic") sum += 1;                                 \
      _Pragma("omp atomic update seq_cst") sum = sum + 1;             \
      _Pragma("omp atomic") sum -= 1;                                 \
      _Pragma("omp atomic") big *= 1;                                 \
      _Pragma("omp atomic") big /= 1;                                 \
      _Pragma("omp atomic read") old = sum;                           \
      (void)old;                                                      \
    }                                                                 \
    CHECK_EQUAL((long long)sum, (type)(500 * omp_get_max_threads())); \
    CHECK_EQUAL((long long)big, 1);                                   \
    _Pragma("omp atomic write") seen = 3;                             \
    CHECK_EQUAL((long long)seen, 3);                                  \
  }

#define INTEGER(type)                                                 \
  TYPE(type)                                                          \
  {                                                                   \
    type bits = 0, flips = 0, all = (type)~0;                         \
    _Pragma("omp parallel") for (int i = 0; i < 7; i++) {             \
      _Pragma("omp atomic") bits |= 1 << i;                           \
      _Pragma("omp atomic") flips ^= 1 << i;                          \
      _Pragma("omp atomic") flips ^= 1 << i;                          \
      _Pragma("omp atomic") all &= (type)~(1 << i);                   \
    }                                                                 \
    CHECK_EQUAL(bits, 127);                                           \
    CHECK_EQUAL(flips, 0);                                            \
    CHECK_EQUAL(all, (type)~127);                                     \
  }

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_t;
typedef unsigned long ulong_t;
typedef long long llong;
typedef long double long_double;

static void captures(void) {
  static char taken[8 * 64 * 100];
  int next = 0, down = 1000000;
  long double big = 0;
#pragma omp parallel
  for (int i = 0; i < 1000; i++) {
    int mine, before;
    long double at;
#pragma omp atomic capture
    mine = next++;
    CHECK_EQUAL(__atomic_fetch_add(&taken[mine], 1, __ATOMIC_SEQ_CST), 0);
#pragma omp atomic capture
    {
      before = down;
      down = down - 2;
    }
    CHECK(before % 2 == 0);
#pragma omp atomic capture
    {
      big += 1;
      at = big;
    }
    CHECK(at >= 1);
  }
  CHECK_EQUAL(next, 1000 * omp_get_max_threads());
  CHECK_EQUAL(down, 1000000 - 2000 * omp_get_max_threads());
  CHECK_NEAR(big, 1000 * omp_get_max_threads());
}

// Long enough for two threads to meet; binding sees to it that they do not share a processor.
static void contended(void) {
  enum { kTimes = 100000 };
  long double sum = 0;
  double small = 0;
  int ready = 0;
#pragma omp parallel num_threads(2)
  {
    add(&ready, 1);
    wait_for(&ready, omp_get_num_threads());
    for (int i = 0; i < kTimes; i++) {
#pragma omp atomic
      sum += 1;
#pragma omp atomic
      small += 1;
    }
  }
  CHECK_NEAR(sum, (double)kTimes * ready);
  CHECK_NEAR(small, (double)kTimes * ready);
#ifdef __clang__
  double complex both = 0;
  ready = 0;
#pragma omp parallel num_threads(2)
  {
    add(&ready, 1);
    wait_for(&ready, omp_get_num_threads());
    for (int i = 0; i < kTimes; i++)
#pragma omp atomic
      both += 1 + 2 * I;
  }
  CHECK_NEAR(creal(both), (double)kTimes * ready);
  CHECK_NEAR(cimag(both), 2 * creal(both));
#endif
}

int main(void) {
  INTEGER(schar)
  INTEGER(uchar)
  INTEGER(short)
  INTEGER(ushort_t)
  INTEGER(int)
  INTEGER(unsigned)
  INTEGER(long)
  INTEGER(ulong_t)
  INTEGER(llong)
  TYPE(float)
  TYPE(double)
  TYPE(long_double)
#ifdef __clang__  // gcc knows no atomic complex
  double complex sum = 0;
#pragma omp parallel
  for (int i = 0; i < 500; i++)
#pragma omp atomic
    sum += 1 + 2 * I;
  CHECK_NEAR(creal(sum), 500 * omp_get_max_threads());
  CHECK_NEAR(cimag(sum), 1000 * omp_get_max_threads());
#endif
  captures();
  contended();
  return check_result();
}
