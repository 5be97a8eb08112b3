// collapse: rectangular nests of mixed types and directions, triangular ones, every schedule; ordered and lastprivate with it.
#include <omp.h>
#include <string.h>

#include "check.h"

static int visits[20][30][10];

static void each_once(int a, int b, int c) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      for (int k = 0; k < 10; k++) CHECK_EQUAL(visits[i][j][k], i < a && j < b && k < c);
  memset(visits, 0, sizeof visits);
}

static void rectangular(int a, int b, int c) {
#pragma omp parallel for collapse(3)
  for (int i = 0; i < a; i++)
    for (long j = b - 1; j >= 0; j--)
      for (unsigned k = 0; k < (unsigned)c; k++) add(&visits[i][j][k], 1);
  each_once(a, b, c);
#pragma omp parallel for collapse(3) schedule(dynamic, 5)
  for (unsigned long i = 0; i < (unsigned long)a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++) add(&visits[i][j][k], 1);
  each_once(a, b, c);
  int x = -1, y = -1;
#pragma omp parallel for collapse(2) schedule(guided) lastprivate(x, y)
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++) {
      x = i, y = j;
      for (int k = 0; k < c; k++) add(&visits[i][j][k], 1);
    }
  each_once(a, b, c);
  if (a && b) CHECK(x == a - 1 && y == b - 1);
}

static void triangular(void) {
  int count = 0;
  long sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : count, sum)
  for (int i = 0; i < 100; i++)
    for (int j = 0; j <= i; j++) count++, sum += i * j;
  CHECK_EQUAL(count, 5050);
  CHECK_EQUAL(sum, 12415425);
  count = 0;
#pragma omp parallel for collapse(2) reduction(+ : count)
  for (int i = 0; i < 50; i++)
    for (int j = 2 * i; j < 100; j += 2) count++;
  int want = 0;
  for (int i = 0; i < 50; i++)
    for (int j = 2 * i; j < 100; j += 2) want++;
  CHECK_EQUAL(count, want);
}

static void in_order(void) {
  int next = 0;
#pragma omp parallel for collapse(2) ordered schedule(dynamic)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
#pragma omp ordered
      {
        CHECK_EQUAL(next, 10 * i + j);
        next++;
      }
    }
  CHECK_EQUAL(next, 100);
}

int main(void) {
  rectangular(20, 30, 10);
  rectangular(3, 1, 7);
  rectangular(0, 5, 5);
  rectangular(5, 0, 5);
  triangular();
  in_order();
  return check_result();
}
