// depend(source) and depend(sink): one and two dimensions, sinks that do not exist, with every schedule; the values say
// whether each iteration came after those that it waits for.
#include <omp.h>

#include "check.h"

enum { rows = 40, columns = 23 };
static int table[rows][columns], chain[rows];

static int at(int i, int j) { return i < 0 || j < 0 || j >= columns ? 0 : table[i][j]; }

static int largest(int a, int b, int c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

static void check_table(void) {
  int serially[rows][columns];
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      int up = i > 0 ? serially[i - 1][j] : 0, left = j > 0 ? serially[i][j - 1] : 0;
      int right = i > 0 && j + 1 < columns ? serially[i - 1][j + 1] : 0;
      serially[i][j] = largest(up, left, right) + 1;
      CHECK_EQUAL(table[i][j], serially[i][j]);
      table[i][j] = 0;
    }
}

#define BODY                                                                                        \
  _Pragma("omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1) depend(sink : i - 1, j + 1)") \
  table[i][j] = largest(at(i - 1, j), at(i, j - 1), at(i - 1, j + 1)) + 1;                          \
  _Pragma("omp ordered depend(source)")

static void two_dimensions(void) {
#pragma omp parallel for ordered(2)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      BODY
    }
  check_table();
#pragma omp parallel for ordered(2) schedule(static, 3)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      BODY
    }
  check_table();
#pragma omp parallel for ordered(2) schedule(dynamic)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      BODY
    }
  check_table();
#pragma omp parallel for ordered(2) schedule(guided, 2)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      BODY
    }
  check_table();
#pragma omp parallel for ordered(2) schedule(runtime)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      BODY
    }
  check_table();
}

static void one_dimension(void) {
#pragma omp parallel for ordered(1) schedule(dynamic, 2)
  for (int i = 3; i < 3 + 2 * rows; i += 2) {
    int k = (i - 3) / 2;
#pragma omp ordered depend(sink : i - 2) depend(sink : i - 6)
    chain[k] = 1 + (k >= 3 ? chain[k - 3] : 0) + (k >= 1 ? chain[k - 1] : 0) * 0;
#pragma omp ordered depend(source)
  }
  for (int k = 0; k < rows; ++k) CHECK_EQUAL(chain[k], k / 3 + 1);
}

int main(void) {
  for (int repetition = 0; repetition < 5; ++repetition) {
    two_dimensions();
    one_dimension();
  }
  return check_result();
}
