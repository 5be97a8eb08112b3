// fib: a task for each call of the recursion down to 1; results come back through the parents' frames.
#include "models/simulate/program.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

std::uint64_t fib(std::int64_t n, double grain_ns) {
  work(grain_ns);
  if (n < 2) return static_cast<std::uint64_t>(n);
  std::uint64_t a, b;
  spawn([&a, n, grain_ns] { a = fib(n - 1, grain_ns); });
  spawn([&b, n, grain_ns] { b = fib(n - 2, grain_ns); });
  taskwait();
  return a + b;
}

void run(const Settings& settings) {
  if (thread_number() == 0) fib(settings.size, settings.grain_ns);
}

}  // namespace

extern const Program fib_program;
constinit const Program fib_program{"fib", "n of fib(n); 27 makes 832 040 tasks", 24, 1, 40, 1000, run};

}  // namespace xomp::simulate
