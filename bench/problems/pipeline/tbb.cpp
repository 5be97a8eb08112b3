// The stages by oneTBB's parallel_pipeline.
#include <oneapi/tbb.h>

#include "stages.h"

namespace {

using Filter = tbb::filter<std::uint64_t, std::uint64_t>;
constexpr auto in_order = tbb::filter_mode::serial_in_order;

void run_stages(std::size_t lines) {
  long next = 0;
  const tbb::filter<void, std::uint64_t> first(in_order, [&next](tbb::flow_control& control) -> std::uint64_t {
    if (next < tokens) return pass(0, static_cast<std::uint64_t>(next++));
    control.stop();
    return 0;
  });
  Filter middle(in_order, [](std::uint64_t token) { return pass(1, token); });
  for (int stage = 2; stage + 1 < stage_count; ++stage)
    middle &= Filter(in_order, [stage](std::uint64_t token) { return pass(stage, token); });
  const tbb::filter<std::uint64_t, void> last(in_order, [](std::uint64_t token) { pass(stage_count - 1, token); });
  tbb::parallel_pipeline(lines, first & middle & last);
}

void run_tbb(const Run* run) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                     static_cast<std::size_t>(run->threads));
  static tbb::task_arena arena(run->threads);
  arena.execute([run] { run_stages(static_cast<std::size_t>(line_count(run))); });
}

}  // namespace

const Problem problem = stages_by({"tbb", run_tbb});
