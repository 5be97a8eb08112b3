// The graph by ttg.h: a template task with the step and the point as its key, whose inputs an aggregator gathers, as many as
// the pattern says. A task's output goes in messages to its readers; only the last row writes where the check looks. With
// BENCH_RANKS the points are shared out among the processes of a run.
#ifdef BENCH_RANKS
#include "../with_ttg_ranks.h"
#else
#include "../with_ttg.h"
#endif

#include <algorithm>
#include <utility>

#include "metg.h"

namespace {

using Key = std::pair<long, int>;
struct Message {
  long step;
  int point;
  std::uint64_t value;
};
using Outs = std::tuple<ttg::Out<Key, Message>>;

ttg::TTBase* first;

// A task that reads nothing is started by a message.
std::size_t inputs_wanted(const Key& key) {
  return static_cast<std::size_t>(std::max(1, inputs_of(&graph, key.first, key.second).count));
}

// Made of the inputs in the order of their points, in whichever order they came.
std::uint64_t value_of(const Key& key, const ttg::Aggregator<Message>& inputs) {
  const auto [step, point] = key;
  const Points sources = inputs_of(&graph, step, point);
  std::uint64_t value = static_cast<std::uint64_t>(step) * 1000003 + static_cast<std::uint64_t>(point);
  for (int i = 0; i < sources.count; ++i) {
    const auto found =
        std::find_if(inputs.begin(), inputs.end(), [&](const Message& m) { return m.point == sources.numbers[i]; });
    if (found == inputs.end() || found->step != step - 1) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
    else value = value * 31 + found->value;
  }
  return value;
}
void run_task(const Key& key, const ttg::Aggregator<Message>& inputs, Outs& outs) {
  const auto [step, point] = key;
  const std::uint64_t value = value_of(key, inputs);
  run_kernel(step, point, iterations);
  if (step == steps - 1) {
    *output_of(step, point) = {step, point, value};
    return;
  }
  const Points readers = readers_of(&graph, step + 1, point);
  for (int i = 0; i < readers.count; ++i)
    if (readers.numbers[i] < width_at(&graph, step + 1))
      ttg::send<0>(Key{step + 1, readers.numbers[i]}, Message{step, point, value}, outs);
}
void start_tasks(Outs& outs) {
  const bool may_begin_later = graph.pattern == pattern_trivial || graph.pattern == pattern_random_nearest;
  for (long step = 0; step < (may_begin_later ? steps : 1); ++step)
    for (int point = 0; point < width_at(&graph, step); ++point)
      if (inputs_of(&graph, step, point).count == 0) ttg::send<0>(Key{step, point}, Message{step - 1, -1, 0}, outs);
}

#ifdef BENCH_RANKS
constexpr const Ranks* ranks = &ranks_of_ttg;
void begin_ranks() {
  process_count = rank_count(), process_here = rank_here();
  largest_of_processes = largest_of_ranks;
}
#else
constexpr const Ranks* ranks = nullptr;
void begin_ranks() {}
#endif

void prepare_ttg(const Run* run) {
  begin_ttg(run);
  begin_ranks();
  prepare(run);
  static ttg::Edge<Key, Message> start, on;
  static auto* const point = new auto(ttg::make_tt(
      &run_task, ttg::edges(ttg::make_aggregator(ttg::fuse(start, on), inputs_wanted)), ttg::edges(on), "point"));
  static auto* const begin = new auto(ttg::make_tt<void>(&start_tasks, ttg::edges(), ttg::edges(start), "start"));
  (*point)->set_keymap([](const Key& key) { return process_of(key.second); });
  ttg::make_graph_executable(*begin);
  first = begin->get();
}
void rows_by_ttg(const Run*) {
  ttg::execute();
  if (process_here == 0) first->invoke();
  ttg::fence();
}
void run_ttg(const Run* run) { run_with(run, rows_by_ttg); }

constexpr Problem by_ttg() {
  Problem p = taskbench_by({ttg_version, run_ttg}, {}, ranks);
  p.prepare = prepare_ttg;
  return p;
}

}  // namespace

const Problem problem = by_ttg();
