// atomic compare: minimum, maximum, and exchange if equal.
#include <omp.h>

#include "check.h"

int main(void) {
  int low = 1000000, high = -1, winner = 0, wins = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 1000; i++) {
      int value = me * 1000 + i;
#pragma omp atomic compare
      if (value < low) { low = value; }
#pragma omp atomic compare
      if (value > high) { high = value; }
    }
    int old;
#pragma omp atomic compare capture
    { old = winner; if (winner == 0) { winner = me + 1; } }
    if (old == 0) add(&wins, 1);
  }
  CHECK_EQUAL(low, 0);
  CHECK_EQUAL(high, omp_get_max_threads() * 1000 - 1);
  CHECK_EQUAL(wins, 1);
  CHECK(winner >= 1);
  return check_result();
}
