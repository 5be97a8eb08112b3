// private, firstprivate and lastprivate objects: constructed, copied, assigned and destroyed once a thread; exceptions
// thrown and caught inside a region; virtual calls and lambdas.
#include <omp.h>

#include <stdexcept>

#include "check.h"

static int made, copied, assigned, destroyed;

struct Counted {
  int value = 1;
  Counted() { add(&made, 1); }
  Counted(const Counted& other) : value(other.value) { add(&copied, 1); }
  Counted& operator=(const Counted& other) {
    value = other.value;
    add(&assigned, 1);
    return *this;
  }
  ~Counted() { add(&destroyed, 1); }
};

static void objects(int n) {
  made = copied = assigned = destroyed = 0;
  {
    Counted own, first, last;
    first.value = 5;
#pragma omp parallel private(own) firstprivate(first)
    {
      CHECK_EQUAL(own.value, 1);
      CHECK_EQUAL(first.value, 5);
      own.value = first.value = omp_get_thread_num();
    }
    CHECK_EQUAL(first.value, 5);
    CHECK_EQUAL(made, 3 + n);
    CHECK_EQUAL(copied, n);
    CHECK_EQUAL(destroyed, 2 * n);
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 100; i++) last.value = i;
    CHECK_EQUAL(last.value, 99);
    CHECK_EQUAL(assigned, 1);
  }
  CHECK_EQUAL(made + copied, destroyed);
}

static void exceptions(int n) {
  int caught = 0;
#pragma omp parallel
  {
    for (int i = 0; i < 20; i++) {
      try {
        Counted local;
        if (i % 2) throw std::runtime_error("thrown");
      } catch (const std::exception&) {
        add(&caught, 1);
      }
#pragma omp barrier
    }
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task shared(caught)
      try {
        throw i;
      } catch (int value) {
        add(&caught, value == i);
      }
    }
  }
  CHECK_EQUAL(caught, 10 * n + 50);
}

struct Base {
  virtual ~Base() = default;
  virtual int compute(int n) const { return n; }
  int sum(int n) const {
    int total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++) total += compute(i);
    return total;
  }
};
struct Twice : Base {
  int compute(int n) const override { return 2 * n; }
};

int main() {
  int n = omp_get_max_threads();
  objects(n);
  exceptions(n);
  CHECK_EQUAL(Twice().sum(100), 9900);
  auto outer = [&](int factor) {
    int total = 0;
#pragma omp parallel for reduction(+ : total) firstprivate(factor)
    for (int i = 0; i < 10; i++) total += factor * i;
    return total;
  };
  CHECK_EQUAL(outer(3), 135);
  return check_result();
}
