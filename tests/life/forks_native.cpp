// Native tasks (xomp.h) and fork(). A child that syncs a task of another thread ends with a message, so none leaves its task.
#include <xomp.h>

#include "forks.h"

static long fib(int n) {
  if (n < 2) return n;
  auto left = xomp::spawn([n] { return fib(n - 1); });
  const long right = fib(n - 2);
  return left.sync() + right;
}

static void work() {
  CHECK_EQUAL(xomp::run(3, [] { return fib(14); }), 377);
  int sum = 0;
  xomp::parallel([&] { xomp::for_each(0, 200, [&](int i) { add(&sum, i); }); });
  CHECK_EQUAL(load(&sum), 19900);
}

static void within_a_task(void (*body)()) {
  int others = 0;
  xomp::run(3, [&] {
    xomp::Group group;
    for (int i = 0; i < 100; ++i) {
      if (i == 50) group.spawn(body);
      group.spawn([&] {
        fib(5);
        add(&others, 1);
      });
    }
    group.sync();
  });
  CHECK_EQUAL(load(&others), 100);
}

int main() { return run_forks(0); }
