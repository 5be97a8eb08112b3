// The sections construct: each once, fewer and more than threads, lastprivate, firstprivate, reduction, nowait, combined, nested, orphaned.
#include <omp.h>

#include "check.h"

namespace {

int runs[4];

void orphaned() {
#pragma omp sections
  {
#pragma omp section
    add(&runs[0], 1);
#pragma omp section
    add(&runs[1], 1);
#pragma omp section
    add(&runs[2], 1);
  }
}

void clauses() {
  int first = 4, last = -1, sum = 10;
#pragma omp parallel
  {
#pragma omp sections firstprivate(first) lastprivate(last) reduction(+ : sum)
    {
      {
        CHECK_EQUAL(first, 4);
        last = 1;
        sum += 1;
      }
#pragma omp section
      {
        last = 2;
        sum += 2;
      }
#pragma omp section
      {
        first = 9;
        last = 3;
        sum += 3;
      }
    }
    CHECK_EQUAL(last, 3);
    CHECK_EQUAL(sum, 16);
#pragma omp barrier
#pragma omp sections nowait
    {
      add(&runs[3], 1);
    }
  }
  CHECK_EQUAL(last, 3);
}

void combined() {
  int a = 0, b = 0, inner = 0;
#pragma omp parallel sections num_threads(3) reduction(+ : inner)
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
#pragma omp section
    {
#pragma omp parallel sections reduction(+ : inner)
      {
        inner += 1;
#pragma omp section
        inner += 10;
      }
    }
  }
  CHECK_EQUAL(a + b, 3);
  CHECK_EQUAL(inner, 11);
}

}  // namespace

int main() {
  for (int repetition = 1; repetition <= 30; ++repetition) {
#pragma omp parallel
    orphaned();
    clauses();
    combined();
    for (int& count : runs) CHECK_EQUAL(count, repetition);
  }
  orphaned();
  CHECK_EQUAL(runs[0], 31);
  return check_result();
}
