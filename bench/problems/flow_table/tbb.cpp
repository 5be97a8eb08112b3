// The grid and the random order by oneTBB's flow graph: a join node that matches keys.
#include <oneapi/tbb.h>

#include <tuple>

#include "table.h"

namespace {

namespace flow = tbb::flow;

struct Message {
  long key;
  int value;
};
using Three = std::tuple<Message, Message, Message>;
using Join = flow::join_node<Three, flow::key_matching<long>>;
using Cell = flow::multifunction_node<Three, Three>;

long key_of_message(const Message& m) { return m.key; }

void send_on(long key, int value, Cell::output_ports_type& ports) {
  const bool has_right = key % side + 1 < side, has_lower = key / side + 1 < side;
  if (has_right) std::get<0>(ports).try_put({key + 1, value});
  if (has_lower) std::get<1>(ports).try_put({key + side, value});
  if (has_right && has_lower) std::get<2>(ports).try_put({key + side + 1, value});
}
void run_grid() {
  flow::graph graph;
  Join join(graph, key_of_message, key_of_message, key_of_message);
  Cell cell(graph, flow::unlimited, [](const Three& in, Cell::output_ports_type& ports) {
    const auto& [l, u, b] = in;
    send_on(l.key, results[l.key] = combine(l.value, u.value, b.value), ports);
  });
  flow::make_edge(join, cell);
  flow::make_edge(flow::output_port<0>(cell), flow::input_port<0>(join));
  flow::make_edge(flow::output_port<1>(cell), flow::input_port<1>(join));
  flow::make_edge(flow::output_port<2>(cell), flow::input_port<2>(join));
  for (long i = 0; i < side; ++i) {
    flow::input_port<0>(join).try_put({i * side, 0});
    flow::input_port<1>(join).try_put({i, 0});
    flow::input_port<2>(join).try_put({i, 0});
    if (i > 0) flow::input_port<2>(join).try_put({i * side, 0});
  }
  graph.wait_for_all();
}

template <std::size_t which>
void send_all(Join& join) {
  for (long i = 0; i < keys; ++i) flow::input_port<which>(join).try_put({key_of(which, i), 1 << which});
}
void run_in_order() {
  flow::graph graph;
  Join join(graph, key_of_message, key_of_message, key_of_message);
  flow::function_node<Three> collect(graph, flow::unlimited, [](const Three& in) {
    const auto& [x, y, z] = in;
    results[x.key] = combine(x.value, y.value, z.value);
  });
  flow::make_edge(join, collect);
  tbb::parallel_invoke([&] { send_all<0>(join); }, [&] { send_all<1>(join); }, [&] { send_all<2>(join); });
  graph.wait_for_all();
}

void run_tbb(const Run* run) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([] {
    if (order == in_a_grid) run_grid();
    else run_in_order();
  });
}

}  // namespace

const Problem problem = table_by({"tbb", run_tbb}, prepare_table);
