// threadprivate objects with constructors: one a thread, kept between regions, static members, copyin by assignment.
#include <omp.h>

#include "check.h"

static int made;

struct Counter {
  int value;
  Counter() : value(40) { add(&made, 1); }
  explicit Counter(int start) : value(start) { add(&made, 1); }
  Counter(const Counter&) = default;
  Counter& operator=(const Counter& other) {
    value = other.value;
    return *this;
  }
  ~Counter() { value = -1; }
};

extern Counter plain, started;  // gcc wants the directive between declaration and definition
#pragma omp threadprivate(plain, started)
Counter plain;
Counter started(7);

struct Holder {
  static int count;
#pragma omp threadprivate(count)
};
int Holder::count = 3;

int main() {
  omp_set_dynamic(0);
  int n = omp_get_max_threads();
#pragma omp parallel
  {
    CHECK_EQUAL(plain.value, 40);
    CHECK_EQUAL(started.value, 7);
    plain.value = omp_get_thread_num();
    Holder::count += omp_get_thread_num();
  }
  CHECK_EQUAL(made, 2 * n);
#pragma omp parallel
  {
    CHECK_EQUAL(plain.value, omp_get_thread_num());
    CHECK_EQUAL(Holder::count, 3 + omp_get_thread_num());
  }
  started.value = 12;
#pragma omp parallel copyin(started)
  CHECK_EQUAL(started.value, 12);
  CHECK_EQUAL(made, 2 * n);
  return check_result();
}
