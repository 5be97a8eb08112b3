// A graph as a callable, for asyncs.
#pragma once

#include "../core/executor.hpp"

namespace tf {

// The program keeps the graph. The task ends when all tasks of the graph have ended.
template <typename T>
auto make_module_task(T& target) {
  return [&target](Runtime& runtime) {
    Graph& graph = retrieve_graph(target);
    detail::Scope& scope = runtime.scope();
    std::int64_t n;
    detail::Work* const sources = detail::set_up(graph, scope, n);
    if (sources == nullptr) {
      if (!graph.empty()) detail::warn_of_cycle(&graph);
      return;
    }
    detail::add_tasks(&runtime.seat(), scope, n);
    detail::push_chain(runtime.seat(), sources);
  };
}

}  // namespace tf
