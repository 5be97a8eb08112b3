// ordered(n) with depend(sink/source): one and two dimensions, signed and unsigned, every schedule.
#include <omp.h>

#include "check.h"

enum { kN = 300, kM = 40 };
static int line[kN], table[kM][kM];

#define LINE(clause, type)                                    \
  for (int i = 0; i < kN; i++) line[i] = 0;                   \
  line[0] = 1;                                                \
  _Pragma(clause) for (type i = 1; i < kN; i++) {             \
    _Pragma("omp ordered depend(sink: i - 1)") line[i] = line[i - 1] + 1; \
    _Pragma("omp ordered depend(source)")                     \
  }                                                           \
  CHECK_EQUAL(line[kN - 1], kN);

static void wave(void) {
  for (int i = 0; i < kM; i++) table[i][0] = table[0][i] = 1;
#pragma omp parallel for ordered(2) collapse(1) schedule(dynamic)
  for (int i = 1; i < kM; i++)
    for (int j = 1; j < kM; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      table[i][j] = (table[i - 1][j] + table[i][j - 1]) % 1000003;
#pragma omp ordered depend(source)
    }
  int want[kM][kM];
  for (int i = 0; i < kM; i++) want[i][0] = want[0][i] = 1;
  for (int i = 1; i < kM; i++)
    for (int j = 1; j < kM; j++) want[i][j] = (want[i - 1][j] + want[i][j - 1]) % 1000003;
  CHECK_EQUAL(table[kM - 1][kM - 1], want[kM - 1][kM - 1]);
}

int main(void) {
  LINE("omp parallel for ordered(1)", int)
  LINE("omp parallel for ordered(1) schedule(static)", int)
  LINE("omp parallel for ordered(1) schedule(static, 3)", int)
  LINE("omp parallel for ordered(1) schedule(dynamic)", int)
  LINE("omp parallel for ordered(1) schedule(dynamic, 4)", int)
  LINE("omp parallel for ordered(1) schedule(guided)", int)
  LINE("omp parallel for ordered(1) schedule(dynamic)", unsigned long)
  LINE("omp parallel for ordered(1) schedule(static, 1)", unsigned long)
  for (int round = 0; round < 5; round++) wave();
  int far[200] = {0};
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (int i = 10; i < 200; i += 2) {
#pragma omp ordered depend(sink : i - 6)
    far[i] = i >= 16 ? far[i - 6] + 1 : 1;
#pragma omp ordered depend(source)
  }
  CHECK_EQUAL(far[198], (198 - 10) / 6 + 1);
  return check_result();
}
