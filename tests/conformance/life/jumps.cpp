// Exceptions and longjmp that stay inside of a region, a task, a loop body: everything goes on as if nothing had been.
#include <setjmp.h>

#include <stdexcept>

#include "life.h"

static int destroyed;

struct Counted {
  ~Counted() { add(&destroyed, 1); }
};

static void thrower(int i) {
  Counted counted;
  if (i % 2 == 0) throw std::runtime_error("even");
}

static void exceptions() {
  int caught = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i) {
    try {
      thrower(i);
    } catch (const std::exception&) {
      add(&caught, 1);
    }
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task firstprivate(i)
    try {
      thrower(i);
    } catch (const std::exception&) {
      add(&caught, 1);
    }
  }
  CHECK_EQUAL(caught, 100);
  CHECK_EQUAL(destroyed, 200);
}

// Through a taskwait'ed task's caller and a nested region's end.
static void exception_around_regions() {
  int caught = 0;
#pragma omp parallel
  {
    try {
      CHECK_EQUAL(compute(), 0);
      throw 5;
    } catch (int) {
      add(&caught, 1);
    }
  }
  CHECK_EQUAL(caught, omp_get_max_threads());
}

static void jumps() {
  int returned = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i) {
    jmp_buf back;
    if (setjmp(back) == 0) longjmp(back, 1);
    add(&returned, 1);
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task
    {
      jmp_buf back;
      if (setjmp(back) == 0) longjmp(back, 1);
      add(&returned, 1);
    }
  }
  CHECK_EQUAL(returned, 200);
}

int main() {
  exceptions();
  exception_around_regions();
  jumps();
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
