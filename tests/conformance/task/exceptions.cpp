// Exceptions caught inside tasks, regions and loops; lambdas, references and members in tasks; taskloop over iterators.
#include <omp.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

static int depth_of(int n) {
  if (n == 0) throw std::runtime_error("bottom");
  int result = 0;
#pragma omp task shared(result)
  {
    try {
      result = depth_of(n - 1) + 1;
    } catch (const std::runtime_error&) {
      result = 1;
    }
  }
#pragma omp taskwait
  return result;
}

struct Counter {
  int value = 0;
  void run() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task
      {
#pragma omp atomic
        value++;
      }
    }
  }
};

static void iterators() {
  std::vector<int> items(300, 1);
  long sum = 0;
#pragma omp taskloop reduction(+ : sum) grainsize(20)
  for (auto it = items.begin(); it < items.end(); ++it) sum += *it;
  CHECK_EQUAL(sum, 300);
  std::vector<std::string> texts(40);
#pragma omp taskloop shared(texts)
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = std::to_string(i);
  for (std::size_t i = 0; i < texts.size(); ++i) CHECK(texts[i] == std::to_string(i));
}

int main() {
  int depth = 0, caught = 0;
#pragma omp parallel
#pragma omp single
  {
    depth = depth_of(20);
    iterators();
    auto twice = [](int x) { return 2 * x; };
    int doubled = 0;
#pragma omp task shared(doubled) firstprivate(twice)
    doubled = twice(21);
#pragma omp taskwait
    CHECK_EQUAL(doubled, 42);
  }
  CHECK_EQUAL(depth, 20);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 100; i++) {
    try {
      if (i % 3 == 0) throw i;
    } catch (int) {
      add(&caught, 1);
    }
  }
  CHECK_EQUAL(caught, 34);
  Counter counter;
  counter.run();
  CHECK_EQUAL(counter.value, 50);
  return check_result();
}
