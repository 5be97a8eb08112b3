/* Finding: threads wait for a lock. Four fifths of each iteration are in a critical construct. */
#include <stdio.h>

#include "work.h"

int main(void) {
  enum { kItems = 4000 };
  double sum = 0;
#pragma omp parallel for schedule(static)
  for (int item = 0; item < kItems; ++item) {
    const double own = work(15000);
#pragma omp critical
    sum += own + work(60000);
  }
  printf("%.1f\n", sum / kItems);
  return 0;
}
