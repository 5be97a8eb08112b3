// The single construct: one thread each time, with and without nowait; copyprivate of numbers, arrays and classes reaches everybody.
#include <omp.h>

#include <string>

#include "check.h"

namespace {

int executed;

struct Text {
  std::string value;
};

void once_each() {
#pragma omp parallel
  for (int i = 0; i < 200; ++i) {
#pragma omp single nowait
    add(&executed, 1);
#pragma omp single
    add(&executed, 1);
    CHECK(load(&executed) >= 0);
  }
  CHECK_EQUAL(executed, 400);
  executed = 0;
}

void copies() {
#pragma omp parallel
  for (int i = 0; i < 100; ++i) {
    int number = -1, numbers[3] = {0, 0, 0};
    Text text{"own"};
#pragma omp single copyprivate(number, numbers, text)
    {
      number = i;
      numbers[1] = 2 * i;
      text.value = std::string(40, 'a') + std::to_string(i);
    }
    CHECK_EQUAL(number, i);
    CHECK_EQUAL(numbers[1], 2 * i);
    CHECK(text.value == std::string(40, 'a') + std::to_string(i));
    number = -2;
  }
}

void nested() {
  int inner = 0;
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp parallel num_threads(2)
      {
#pragma omp single
        add(&inner, 1);
      }
    }
#pragma omp single
    add(&inner, 1);
  }
  CHECK_EQUAL(inner, 2);
}

}  // namespace

int main() {
  for (int repetition = 0; repetition < 5; ++repetition) {
    once_each();
    copies();
    nested();
  }
#pragma omp single
  executed = 1;
  CHECK_EQUAL(executed, 1);
  return check_result();
}
