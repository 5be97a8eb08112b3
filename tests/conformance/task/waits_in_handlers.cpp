// Untied tasks that wait inside a handler: the exception that each handles is its own.
#include <omp.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "check.h"

static int work(int depth, int number) {
  if (depth == 0) return 1;
  int below[3] = {0, 0, 0};
  const std::string text = std::to_string(depth) + "," + std::to_string(number);
  try {
    throw std::runtime_error(text);
  } catch (const std::runtime_error& handled) {
    for (int i = 0; i < 3; i++) {
#pragma omp task untied shared(below) firstprivate(i)
      below[i] = work(depth - 1, 3 * number + i);
    }
#pragma omp taskwait
    CHECK(text == handled.what());
    CHECK_EQUAL(std::uncaught_exceptions(), 0);
    try {
      throw;
    } catch (const std::runtime_error& again) {
      CHECK(text == again.what());
    }
  }
  return below[0] + below[1] + below[2];
}

int main() {
  for (int threads = 1; threads <= 8; threads *= 2) {
    int leaves = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
#pragma omp task untied shared(leaves)
      leaves = work(8, 0);
    }
    CHECK_EQUAL(leaves, 6561);
  }
  return check_result();
}
