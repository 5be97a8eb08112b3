// An undeferred untied task: compiled code calls its first part only, the runtime all that follow. Its children and the
// taskwait between its parts are done when the construct is over.
#include <omp.h>

#include "check.h"

enum { kRounds = 40, kChildren = 12 };

static int never;
static int children, parts, late;

static void run_task(int round) {
#pragma omp task if (never) untied
  {
    add(&parts, 1);
    for (int i = 0; i < kChildren; ++i) {
      if (i % 3 == 0) {
#pragma omp task untied if (never)
        {
          add(&children, 1);
#pragma omp taskyield
        }
      } else {
#pragma omp task
        add(&children, 1);
      }
    }
#pragma omp taskwait
    if (load(&children) != (round + 1) * kChildren) add(&late, 1);
#pragma omp taskyield
    add(&parts, 1);
  }
  if (load(&parts) != 2 * (round + 1)) add(&late, 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; ++round) run_task(round);
  CHECK_EQUAL(children, kRounds * kChildren);
  CHECK_EQUAL(parts, 2 * kRounds);
  CHECK_EQUAL(late, 0);
  return check_result();
}
