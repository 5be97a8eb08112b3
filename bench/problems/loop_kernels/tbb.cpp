// The loops by oneTBB's parallel_for.
#include <oneapi/tbb.h>

#include "kernels.h"

namespace {

void run_tbb(const Run* run) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                     static_cast<std::size_t>(run->threads));
  static tbb::task_arena arena(run->threads);
  arena.execute([] { tbb::parallel_for(0L, count, [](long i) { results[i] = value_of(i); }); });
}

}  // namespace

const Problem problem = kernels_by({"tbb", run_tbb});
