// The sums by oneTBB's parallel_scan.
#include <oneapi/tbb.h>

#include <functional>

#include "sums.h"

namespace {

long scan_range(const tbb::blocked_range<long>& range, long sum, bool is_final) {
  for (long i = range.begin(); i != range.end(); ++i) {
    sum += numbers[i];
    if (is_final) sums[i] = sum;
  }
  return sum;
}

void run_tbb(const Run* run) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                     static_cast<std::size_t>(run->threads));
  static tbb::task_arena arena(run->threads);
  arena.execute([] { tbb::parallel_scan(tbb::blocked_range<long>(0, count), 0L, scan_range, std::plus<long>()); });
}

}  // namespace

const Problem problem = sums_by({"tbb", run_tbb});
