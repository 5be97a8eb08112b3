// Plain data that goes from task to task, for ThreadSanitizer with a library that is not built with it. A report is a hand-over
// that xomp.h does not tell of.
#include <xomp.h>

#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "../check.h"
#include "fib.h"

static void results(int round) {
  std::vector<int> numbers(100, round);
  auto halved = xomp::spawn([&] {
    for (std::size_t i = 0; i < 50; ++i) ++numbers[i];
    return std::vector<int>(numbers.begin(), numbers.begin() + 50);
  });
  auto text = xomp::spawn([round] { return std::to_string(round); });
  for (std::size_t i = 50; i < 100; ++i) numbers[i] += 2;
  CHECK(text.sync() == std::to_string(round));
  CHECK(halved.sync()[49] == round + 1);
  CHECK(std::accumulate(numbers.begin(), numbers.end(), 0) == 100 * round + 150);
}

static void loops() {
  std::vector<int> numbers(2000);
  const auto size = static_cast<int>(numbers.size());
  xomp::Group group;
  for (int& number : numbers) group.spawn([&number] { ++number; });
  group.sync();
  xomp::for_range(0, size, 10, [&](int begin, int end) {
    for (int i = begin; i != end; ++i) numbers[static_cast<std::size_t>(i)] += 2;
  });
  xomp::for_each(numbers.begin(), numbers.end(), [](int& number) { number += 4; });
  xomp::invoke([&] { numbers.front() = 1; }, [&] { numbers.back() = 2; });
  CHECK(std::accumulate(numbers.begin(), numbers.end(), 0) == 7 * (size - 2) + 3);
}

#ifndef NO_EXCEPTIONS
static long throwing(int n) {
  if (n < 2) throw n;
  auto a = xomp::spawn([n] { return throwing(n - 1); });
  const long b = throwing(n - 2);
  return a.sync() + b;
}
static void exceptions() {
  int caught = 0;
  try {
    throwing(8);
  } catch (int) {
    ++caught;
  }
  CHECK(caught == 1);
}
#endif

static void team() {
  for (int round = 0; round < 20; ++round) {
    results(round);
    loops();
    CHECK(fib(10) == 55);
#ifndef NO_EXCEPTIONS
    exceptions();
#endif
  }
}

int main() {
  xomp::parallel(team);
  // Threads that end, and later ones that get their place in the library.
  for (int generation = 0; generation < 3; ++generation) {
    std::thread a([] { xomp::parallel(team); }), b([] { xomp::parallel(team); });
    a.join();
    b.join();
  }
}
