// Every function of xomp.h once, as the documents show it.
#include <xomp.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../check.h"
#include "fib.h"

static void forms() {
  CHECK(fib(20) == 6765);
  long a = 0, b = 0, c = 0;
  xomp::invoke([&] { a = fib(10); }, [&] { b = fib(11); }, [&] { c = fib(12); });
  CHECK(a == 55 && b == 89 && c == 144);

  std::vector<int> seen(10000);
  xomp::for_each(std::size_t{0}, seen.size(), [&](std::size_t i) { seen[i] += 1; });
  xomp::for_each(seen.begin(), seen.end(), [](int& s) { s += 2; });
  xomp::for_range(0, 10000, 100, [&](int begin, int end) {
    for (int i = begin; i != end; ++i) seen[static_cast<std::size_t>(i)] += 4;
  });
  for (const int s : seen) CHECK(s == 7);

  auto owner = xomp::spawn([text = std::make_unique<std::string>("moved in")] { return *text + ", moved out"; });
  CHECK(owner.sync() == "moved in, moved out");

  int by_reference = 5;
  auto reference = xomp::spawn([&by_reference]() { by_reference = 6; });
  reference.sync();
  CHECK(by_reference == 6);

  xomp::Group group;
  for (std::size_t i = 0; i < 100; ++i) group.spawn([&seen, i] { seen[i] = static_cast<int>(fib(4)); });
  group.sync();
  for (std::size_t i = 0; i < 100; ++i) CHECK(seen[i] == 3);
}

#ifndef NO_EXCEPTIONS
static void exceptions() {
  auto task = xomp::spawn([]() -> int { throw std::runtime_error("from a task"); });
  fib(8);
  bool caught = false;
  try {
    task.sync();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
}
#endif

int main() {
  forms();  // outside of a team
  xomp::parallel(forms);
  CHECK(xomp::run(3, [] { return xomp::threads(); }) == 3);
#ifndef NO_EXCEPTIONS
  xomp::parallel(exceptions);
#endif
}
