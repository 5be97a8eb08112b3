// Threads of an executor: they have stacks of OMP_STACKSIZE, they are not all in the main thread's place, and they do not keep the
// process once main has ended by pthread_exit. main does not wait for the task, because it would run it itself. Prints the least stack in KiB and the fewest processors that a task has seen.
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <taskflow/taskflow.hpp>

namespace {

std::size_t own_stack_bytes() {
  pthread_attr_t attributes;
  void* lowest;
  std::size_t bytes = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

int own_processors() {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  return CPU_COUNT(&set);
}

}  // namespace

int main() {
#pragma omp parallel
  {}
  std::size_t stack = ~std::size_t{0};
  int processors = CPU_SETSIZE;
  {
    tf::Executor executor(1);
    std::atomic<bool> has_run{false};
    executor.silent_async([&] {
      stack = own_stack_bytes();
      processors = own_processors();
      has_run = true;
    });
    while (!has_run) sched_yield();
  }
  std::printf("%zu %d %d\n", stack >> 10, processors, own_processors());
  std::fflush(stdout);
  pthread_exit(nullptr);
}
