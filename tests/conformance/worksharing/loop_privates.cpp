// private, firstprivate, lastprivate of a class, linear, and iterators as loop variables.
#include <vector>

#include "check.h"

namespace {

int alive;

struct Counted {
  int value = 0;
  Counted() { add(&alive, 1); }
  explicit Counted(int v) : value(v) { add(&alive, 1); }
  Counted(const Counted& other) : value(other.value) { add(&alive, 1); }
  Counted& operator=(const Counted&) = default;
  ~Counted() { add(&alive, -1); }
};

void classes() {
  Counted given(5), result(0), own(77);
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 2) firstprivate(given) lastprivate(result) private(own)
    for (int i = 0; i < 101; ++i) {
      CHECK_EQUAL(given.value, 5);
      own.value = i;
      result = own;
    }
#pragma omp for schedule(static, 4) firstprivate(result) lastprivate(given)
    for (int i = 0; i < 50; ++i) {
      CHECK_EQUAL(result.value, 100);
      given.value = i;
    }
  }
  CHECK_EQUAL(result.value, 100);
  CHECK_EQUAL(given.value, 49);
  CHECK_EQUAL(own.value, 77);
  CHECK_EQUAL(load(&alive), 3);
}

void iterators() {
  std::vector<int> numbers(333, 1);
#pragma omp parallel for schedule(dynamic, 5)
  for (auto it = numbers.begin(); it < numbers.end(); ++it) *it += 1;
#pragma omp parallel for schedule(guided)
  for (auto it = numbers.end() - 1; it >= numbers.begin() + 3; it -= 3) *it += 10;
#pragma omp parallel for
  for (int& number : numbers) number += 100;
  for (std::size_t i = 0; i < numbers.size(); ++i) CHECK_EQUAL(numbers[i], i >= 3 && (332 - i) % 3 == 0 ? 112 : 102);
}

void linear() {
  int at = 10;
  static int seen[40];
#pragma omp parallel for linear(at : 3) schedule(static, 3)
  for (int i = 0; i < 40; ++i) {
    seen[i] = at;
    at += 3;
  }
  for (int i = 0; i < 40; ++i) CHECK_EQUAL(seen[i], 10 + 3 * i);
  CHECK_EQUAL(at, 130);
}

}  // namespace

int main() {
  classes();
  iterators();
  linear();
  CHECK_EQUAL(load(&alive), 0);
  return check_result();
}
