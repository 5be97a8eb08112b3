// Loops, singles and sections with nowait: threads run ahead through many constructs and none is lost or run twice.
#include <omp.h>

#include "check.h"

enum { kRounds = 400 };
static int dynamic_sum[kRounds], guided_sum[kRounds], singles[kRounds], sections[kRounds];

int main(void) {
#pragma omp parallel
  {
    for (int r = 0; r < kRounds; r++) {
#pragma omp for schedule(dynamic, 2) nowait
      for (int i = 0; i < 20; i++) add(&dynamic_sum[r], i);
#pragma omp single nowait
      add(&singles[r], 1);
#pragma omp for schedule(guided) nowait
      for (long i = 0; i < 30; i++) add(&guided_sum[r], (int)i);
#pragma omp sections nowait
      {
#pragma omp section
        add(&sections[r], 1);
#pragma omp section
        add(&sections[r], 10);
#pragma omp section
        add(&sections[r], 100);
      }
    }
  }
  for (int r = 0; r < kRounds; r++) {
    CHECK_EQUAL(dynamic_sum[r], 190);
    CHECK_EQUAL(guided_sum[r], 435);
    CHECK_EQUAL(singles[r], 1);
    CHECK_EQUAL(sections[r], 111);
  }
  return check_result();
}
