// producer: one thread makes all tasks. flat: every thread makes its share of them. All
// tasks are equal and independent.
#include "models/simulate/program.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

void make(std::int64_t count, double grain_ns) {
  for (std::int64_t i = 0; i < count; ++i) spawn([grain_ns] { work(grain_ns); });
  taskwait();
}

void run_producer(const Settings& settings) {
  if (thread_number() == 0) make(settings.size, settings.grain_ns);
}

void run_flat(const Settings& settings) {
  const std::int64_t n = thread_number();
  make(settings.size * (n + 1) / settings.workers - settings.size * n / settings.workers, settings.grain_ns);
}

}  // namespace

extern const Program producer_program, flat_program;
constinit const Program producer_program{"producer",  "tasks, made by one thread", 20'000, 1, 100'000'000, 10'000,
                                         run_producer};
constinit const Program flat_program{"flat", "tasks, made by all threads", 100'000, 1, 100'000'000, 1000, run_flat};

}  // namespace xomp::simulate
