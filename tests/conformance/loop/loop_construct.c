// The loop construct, order(concurrent), and simd combinations, bound to a team, a thread and a league.
#include <omp.h>

#include "check.h"

int main(void) {
  static int visits[500];
  int sum = 0;
#pragma omp parallel loop
  for (int i = 0; i < 500; i++) add(&visits[i], 1);
#pragma omp parallel
#pragma omp loop bind(parallel) reduction(+ : sum)
  for (int i = 0; i < 500; i++) sum += visits[i];
  CHECK_EQUAL(sum, 500);
  int last = 0;
#pragma omp parallel for order(concurrent) schedule(static) lastprivate(last)
  for (int i = 0; i < 500; i++) last = i;
  CHECK_EQUAL(last, 499);
#pragma omp loop bind(thread) collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 25; j++) visits[25 * i + j]++;
  for (int i = 0; i < 500; i++) CHECK_EQUAL(visits[i], 2);
  double total = 0;
#pragma omp parallel for simd reduction(+ : total) safelen(8) schedule(dynamic, 16)
  for (int i = 0; i < 500; i++) total += visits[i] * 0.5;
  CHECK_NEAR(total, 500);
  return check_result();
}
