// Taskflow programs that hang: hang_taskflow CASE. They say "ready" as hang.c does.
#include <cstdio>
#include <cstring>
#include <taskflow/taskflow.hpp>
#include <unistd.h>

static volatile bool go_on;

[[gnu::noinline]] static void wait_here() {
  std::puts("ready");
  std::fflush(stdout);
  while (!go_on) usleep(1000);
}

// The task that has the semaphore does not end, so the other one waits for it.
static void semaphore() {
  tf::Executor executor(2);
  tf::Taskflow flow;
  tf::Semaphore one(1);
  tf::Task holder = flow.emplace([] { wait_here(); }).name("holder");
  tf::Task other = flow.emplace([] {}).name("other");
  holder.acquire(one).release(one);
  other.acquire(one).release(one);
  tf::Task last = flow.emplace([] {}).name("last");
  holder.precede(last);
  executor.run(flow).wait();  // for the flow
}

// A task takes the semaphore and ends without giving it back. No task runs any more.
static void kept() {
  tf::Executor executor(2);
  tf::Taskflow flow;
  tf::Semaphore one(1);
  tf::Task taker = flow.emplace([] {}).name("taker");
  tf::Task other = flow.emplace([] {}).name("other");
  tf::Task before = flow.emplace([] {
    std::puts("ready");
    std::fflush(stdout);
  });
  taker.acquire(one).precede(before);
  before.precede(other);
  other.acquire(one);
  executor.run(flow).wait();  // for what is kept
}

// The condition says again and again that the loop goes on.
static void condition() {
  tf::Executor executor(2);
  tf::Taskflow flow;
  long rounds = 0;
  tf::Task init = flow.emplace([] {});
  tf::Task body = flow.emplace([&] {
    if (++rounds == 1000) {
      std::puts("ready");
      std::fflush(stdout);
    }
  }).name("body");
  tf::Task again = flow.emplace([] { return go_on ? 1 : 0; }).name("again");
  tf::Task stop = flow.emplace([] {});
  init.precede(body);
  body.precede(again);
  again.precede(body, stop);
  executor.run(flow).wait();  // for the loop
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (std::strcmp(argv[1], "semaphore") == 0) semaphore();
  else if (std::strcmp(argv[1], "kept") == 0) kept();
  else condition();
}
