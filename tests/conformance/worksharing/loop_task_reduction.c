// reduction(task, ...) on loops and sections: tasks of any thread add to the same variable.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int repetition = 0; repetition < 30; ++repetition) {
    long fixed = 2, dynamic = 3, section = 4;
#pragma omp parallel
    {
#pragma omp for schedule(static) reduction(task, + : fixed)
      for (int i = 0; i < 40; ++i) {
        fixed += 1;
#pragma omp task in_reduction(+ : fixed)
        fixed += i;
      }
#pragma omp for schedule(dynamic, 3) reduction(task, + : dynamic)
      for (int i = 0; i < 40; ++i) {
#pragma omp task in_reduction(+ : dynamic)
        dynamic += i;
      }
#pragma omp sections reduction(task, + : section)
      {
        section += 1;
#pragma omp section
        {
#pragma omp task in_reduction(+ : section)
          section += 10;
        }
      }
    }
    CHECK_EQUAL(fixed, 2 + 40 + 780);
    CHECK_EQUAL(dynamic, 3 + 780);
    CHECK_EQUAL(section, 15);
  }
  return check_result();
}
