// A chain of waits: tasks are taken by other threads while their spawners wait, so that thieves' stacks grow. And the end of the
// program in a task.
#include <xomp.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "../check.h"

// The frames are large: what is stolen on top of them soon needs a stack of its own.
static long chain(int depth) {
  volatile char frame[4096];
  frame[0] = 1;
  if (depth == 0) return frame[0];
  auto next = xomp::spawn([depth] { return chain(depth - 1); });
  if (depth % 16 == 0) std::this_thread::yield();
  return next.sync() + frame[0];
}

int main() {
  for (int i = 0; i < 20; ++i) CHECK(xomp::parallel([] { return chain(1000); }) == 1001);
  std::atomic<bool> there{false};
  xomp::parallel([&] {
    auto task = xomp::spawn([&] {
      there = true;
      std::exit(0);
    });
    task.sync();
  });
  return 1;
}
