// What a task captures: firstprivate scalars, arrays, structures of any alignment and size; shared; private; default.
#include <omp.h>
#include <string.h>

#include "check.h"

struct big {
  char bytes[3000];
};
struct aligned {
  long value __attribute__((aligned(64)));
};

int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 300; i++) {
      int array[10], own = -5;
      struct big big;
      struct aligned aligned = {i};
      char small = (char)i;
      long double real = i * 0.5L;
      memset(&big, i, sizeof big);
      for (int j = 0; j < 10; j++) array[j] = i * j;
#pragma omp task firstprivate(i, array, big, aligned, small, real) private(own) shared(sum)
      {
        own = i;
        for (int j = 0; j < 10; j++) CHECK_EQUAL(array[j], i * j);
        for (int j = 0; j < 3000; j++)
          if (big.bytes[j] != (char)i) CHECK_EQUAL(big.bytes[j], (char)i);
        CHECK_EQUAL(aligned.value, i);
        CHECK_EQUAL((size_t)&aligned % 64, 0);
        CHECK_EQUAL(small, (char)i);
        CHECK_NEAR(real, i * 0.5);
        add(&sum, own);
        array[0] = own;
      }
      array[3] = 0;
      aligned.value = 0;
      CHECK_EQUAL(own, -5);
    }
#ifndef __clang__  // takes no array of variable length
    int n = 37;
    int variable[n];
    for (int j = 0; j < n; j++) variable[j] = j;
#pragma omp task firstprivate(variable) shared(sum)
    for (int j = 0; j < n; j++) add(&sum, variable[j]);
#else
    add(&sum, 37 * 36 / 2);
#endif
  }
  CHECK_EQUAL(sum, 300 * 299 / 2 + 37 * 36 / 2);
  return check_result();
}
