// The loops by oneTBB's parallel_for and parallel_reduce.
#include <oneapi/tbb.h>

#include <functional>

#include "parallel_for.h"

namespace {

using Range = tbb::blocked_range<long>;

void run_loops() {
  for (long round = 0; round < loops; ++round) {
    if (!adds) {
      tbb::parallel_for(0L, count, [](long i) { results[i] = tan(numbers[i]); });
      continue;
    }
    total = tbb::parallel_reduce(
        Range(0, count), 0.0,
        [](const Range& range, double sum) {
          for (long i = range.begin(); i != range.end(); ++i) sum += numbers[i];
          return sum;
        },
        std::plus<>());
  }
}

void run_tbb(const Run* run) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                     static_cast<std::size_t>(run->threads));
  static tbb::task_arena arena(run->threads);
  arena.execute(run_loops);
}

}  // namespace

const Problem problem = loops_by({"tbb", run_tbb});
