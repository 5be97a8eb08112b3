// A copy of a firstprivate variable that throws: the construct throws, and there is no task.
// compilers: clang
// runtimes: xomp
#include <stdexcept>

#include "check.h"

namespace {

struct Copied {
  bool throws;
  explicit Copied(bool t) : throws(t) {}
  Copied(const Copied& other) : throws(other.throws) {
    if (throws) throw std::runtime_error("copy");
  }
  ~Copied() {}
};

int caught, ran;

void create(bool throws) {
  int address = 0;
  const Copied value(throws);
  try {
#pragma omp task firstprivate(value)
    add(&ran, value.throws ? 1000000 : 1);
  } catch (const std::runtime_error&) {
    add(&caught, 1);
  }
  try {
#pragma omp task firstprivate(value) depend(out : address)
    add(&ran, value.throws ? 1000000 : 1);
  } catch (const std::runtime_error&) {
    add(&caught, 1);
  }
}

}  // namespace

int main() {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 100; i++) {
    create(i % 2 == 0);
#pragma omp taskwait
  }
  CHECK_EQUAL(caught, 100);
  CHECK_EQUAL(ran, 100);
  return check_result();
}
