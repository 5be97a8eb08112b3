// The chain by oneTBB's flow graph: a node that sends to itself; with several values, through a join node.
#include <oneapi/tbb.h>

#include <memory>
#include <tuple>
#include <utility>

#include "chain.h"

namespace {

namespace flow = tbb::flow;

// A value and the key that it is for.
struct Message {
  int key, value;
};
template <std::size_t>
using MessageOf = Message;

void note_end(const Message& m) {
  last_key = m.key;
  carried = way == way_share ? 0 : m.value;
}

template <std::size_t... i>
void run_joined(std::index_sequence<i...>) {
  using All = std::tuple<MessageOf<i>...>;
  using Node = flow::multifunction_node<All, All>;
  flow::graph graph;
  flow::join_node<All, flow::queueing> join(graph);
  Node node(graph, flow::serial, [](const All& all, typename Node::output_ports_type& ports) {
    if (std::get<0>(all).key == hops) return note_end(std::get<0>(all));
    (std::get<i>(ports).try_put(Message{std::get<i>(all).key + 1, std::get<i>(all).value + 1}), ...);
  });
  flow::make_edge(join, node);
  (flow::make_edge(flow::output_port<i>(node), flow::input_port<i>(join)), ...);
  (flow::input_port<i>(join).try_put(Message{0, 0}), ...);
  graph.wait_for_all();
}
void run_single() {
  using Node = flow::multifunction_node<Message, std::tuple<Message>>;
  flow::graph graph;
  Node node(graph, flow::serial, [](const Message& m, Node::output_ports_type& ports) {
    if (m.key == hops) note_end(m);
    else std::get<0>(ports).try_put(Message{m.key + 1, m.value + 1});
  });
  flow::make_edge(flow::output_port<0>(node), node);
  node.try_put(Message{0, 0});
  graph.wait_for_all();
}
void run_flows() {
  switch (flows) {
    case 2: return run_joined(std::make_index_sequence<2>{});
    case 3: return run_joined(std::make_index_sequence<3>{});
    case 4: return run_joined(std::make_index_sequence<4>{});
    case 5: return run_joined(std::make_index_sequence<5>{});
    case 6: return run_joined(std::make_index_sequence<6>{});
    default: return run_single();
  }
}

void run_tbb(const Run* run) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute(run_flows);
}

}  // namespace

const Problem problem = chain_by({"tbb", run_tbb}, prepare_chain);
