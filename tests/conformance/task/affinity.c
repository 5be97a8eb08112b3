// affinity clauses are hints: lists, sections and iterators build and the tasks run.
#include <omp.h>

#include "check.h"

int main(void) {
  int array[50] = {0}, count = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task affinity(array[i], count) shared(array, count)
    array[i] = add(&count, 1) > 0;
#pragma omp task affinity(array[0 : 10]) shared(count)
    add(&count, 1);
#pragma omp task affinity(iterator(j = 0 : 5) : array[j]) shared(count)
    add(&count, 1);
  }
  CHECK_EQUAL(count, 150);
  return check_result();
}
