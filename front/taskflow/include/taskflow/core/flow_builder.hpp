// FlowBuilder: how programs add tasks to a graph. The members for algorithms are declared here and defined in
// algorithm/, so that a program pays for what it includes. Subflow: a graph that a running task builds.
#pragma once

#include "../detail/spawner.hpp"
#include "task.hpp"

namespace tf {

namespace partitioners {
template <typename C>
class GuidedPartitioner;
}
class DefaultClosureWrapper;
using DefaultPartitioner = partitioners::GuidedPartitioner<DefaultClosureWrapper>;
class PartitionerTag {};
template <typename P>
inline constexpr bool is_partitioner_v = std::is_base_of_v<PartitionerTag, P>;
#if defined(__cpp_concepts)
template <typename P>
concept PartitionerLike = is_partitioner_v<P>;
#endif

// A callable of the values that the iterators point to; a transformation's result can be assigned to *out.
#if defined(__cpp_concepts)
template <typename C, typename B>
concept UnaryOperationLike = requires(C c, B b) { c(*b); };
template <typename C, typename B1, typename B2>
concept BinaryOperationLike = requires(C c, B1 b1, B2 b2) { c(*b1, *b2); };
template <typename C, typename B, typename O>
concept UnaryTransformLike = requires(C c, B b, O out) { *out = c(*b); };
template <typename C, typename B1, typename B2, typename O>
concept BinaryTransformLike = requires(C c, B1 b1, B2 b2, O out) { *out = c(*b1, *b2); };
#endif

namespace detail {
template <typename T>
using if_no_partitioner = std::enable_if_t<!is_partitioner_v<std::decay_t<T>>>;
}  // namespace detail

class FlowBuilder {
 public:
  explicit FlowBuilder(Graph& graph) : graph_(graph) {}

  template <typename C, std::enable_if_t<detail::is_task_callable<std::decay_t<C>>, int> = 0>
  Task emplace(C&& callable) {
    Node* const node = graph_.add_node();
    Unwanted added{graph_, node};
    detail::set_work(*node, std::forward<C>(callable));
    added.node = nullptr;
    return Task(node);
  }
  template <typename T, std::enable_if_t<detail::is_graph_like<T> && std::is_lvalue_reference_v<T>, int> = 0>
  Task emplace(T&& graph) {
    return composed_of(graph);
  }
  Task emplace(Graph&& graph) { return adopt(std::move(graph)); }
  template <typename... C, std::enable_if_t<(sizeof...(C) > 1), int> = 0>
  auto emplace(C&&... callables) {
    return std::tuple{emplace(std::forward<C>(callables))...};
  }
  // Unlinks a task from its neighbours and destroys it.
  void erase(Task task) {
    if (!task.empty()) graph_.erase(task.node_);
  }
  Task placeholder() { return Task(graph_.add_node()); }
  template <typename T>
  Task composed_of(T& target) {
    Task task = placeholder();
    task.composed_of(target);
    return task;
  }
  Task adopt(Graph&& graph) {
    Task task = placeholder();
    task.adopt(std::move(graph));
    return task;
  }
  void linearize(std::vector<Task>& tasks) { link(tasks.begin(), tasks.end()); }
  void linearize(std::initializer_list<Task> tasks) { link(tasks.begin(), tasks.end()); }

  // --- algorithm/for_each.hpp ---
  template <typename B, typename E, typename C, typename P = DefaultPartitioner>
  Task for_each(B first, E last, C callable, P part = P());
  template <typename B, typename E, typename S, typename C, typename P = DefaultPartitioner>
  Task for_each_index(B first, E last, S step, C callable, P part = P());
  template <typename R, typename C, typename P = DefaultPartitioner>
  Task for_each_by_index(R range, C callable, P part = P());
  // --- algorithm/transform.hpp ---
  template <typename B, typename E, typename O, typename C, typename P = DefaultPartitioner,
            std::enable_if_t<is_partitioner_v<std::decay_t<P>>, int> = 0>
  Task transform(B first1, E last1, O d_first, C c, P part = P());
  template <typename B1, typename E1, typename B2, typename O, typename C, typename P = DefaultPartitioner,
            typename = detail::if_no_partitioner<C>>
  Task transform(B1 first1, E1 last1, B2 first2, O d_first, C c, P part = P());
  // --- algorithm/reduce.hpp ---
  template <typename B, typename E, typename T, typename O, typename P = DefaultPartitioner>
  Task reduce(B first, E last, T& init, O bop, P part = P());
  template <typename R, typename T, typename L, typename G, typename P = DefaultPartitioner>
  Task reduce_by_index(R range, T& init, L lop, G gop, P part = P());
  template <typename B, typename E, typename T, typename BOP, typename UOP, typename P = DefaultPartitioner,
            std::enable_if_t<is_partitioner_v<std::decay_t<P>>, int> = 0>
  Task transform_reduce(B first, E last, T& init, BOP bop, UOP uop, P part = P());
  template <typename B1, typename E1, typename B2, typename T, typename BOP_R, typename BOP_T,
            typename P = DefaultPartitioner, typename = detail::if_no_partitioner<BOP_T>>
  Task transform_reduce(B1 first1, E1 last1, B2 first2, T& init, BOP_R bop_r, BOP_T bop_t, P part = P());
  // --- algorithm/scan.hpp ---
  template <typename B, typename E, typename D, typename BOP>
  Task inclusive_scan(B first, E last, D d_first, BOP bop);
  template <typename B, typename E, typename D, typename BOP, typename T>
  Task inclusive_scan(B first, E last, D d_first, BOP bop, T init);
  template <typename B, typename E, typename D, typename T, typename BOP>
  Task exclusive_scan(B first, E last, D d_first, T init, BOP bop);
  template <typename B, typename E, typename D, typename BOP, typename UOP>
  Task transform_inclusive_scan(B first, E last, D d_first, BOP bop, UOP uop);
  template <typename B, typename E, typename D, typename BOP, typename UOP, typename T>
  Task transform_inclusive_scan(B first, E last, D d_first, BOP bop, UOP uop, T init);
  template <typename B, typename E, typename D, typename T, typename BOP, typename UOP>
  Task transform_exclusive_scan(B first, E last, D d_first, T init, BOP bop, UOP uop);
  // --- algorithm/find.hpp ---
  template <typename B, typename E, typename T, typename UOP, typename P = DefaultPartitioner>
  Task find_if(B first, E last, T& result, UOP predicate, P part = P());
  template <typename B, typename E, typename T, typename UOP, typename P = DefaultPartitioner>
  Task find_if_not(B first, E last, T& result, UOP predicate, P part = P());
  template <typename B, typename E, typename T, typename C, typename P>
  Task min_element(B first, E last, T& result, C comp, P part);
  template <typename B, typename E, typename T, typename C, typename P>
  Task max_element(B first, E last, T& result, C comp, P part);
  // --- algorithm/sort.hpp, algorithm/merge.hpp ---
  template <typename B, typename E, typename C>
  Task sort(B first, E last, C cmp);
  template <typename B, typename E>
  Task sort(B first, E last);
  template <typename B1, typename E1, typename B2, typename E2, typename O>
  Task merge(B1 first1, E1 last1, B2 first2, E2 last2, O d_first);
  template <typename B1, typename E1, typename B2, typename E2, typename O, typename C>
  Task merge(B1 first1, E1 last1, B2 first2, E2 last2, O d_first, C cmp);
  // --- algorithm/fill.hpp, algorithm/generate.hpp ---
  template <typename B, typename E, typename V, typename P = DefaultPartitioner>
  Task fill(B first, E last, V value, P part = P());
  template <typename B, typename C, typename V, typename P = DefaultPartitioner>
  Task fill_n(B first, C count, V value, P part = P());
  template <typename B, typename E, typename G, typename P = DefaultPartitioner>
  Task generate(B first, E last, G gen, P part = P());
  template <typename B, typename C, typename G, typename P = DefaultPartitioner>
  Task generate_n(B first, C count, G gen, P part = P());

 protected:
  Graph& graph_;

 private:
  // Takes a new task out of the graph again if its callable could not be copied.
  struct Unwanted {
    Graph& graph;
    Node* node;
    ~Unwanted() {
      if (node != nullptr) graph.take_back(node);
    }
  };
  template <typename It>
  static void link(It first, It last) {
    if (first == last) return;
    for (It next = std::next(first); next != last; ++first, ++next) {
      Task from = *first;
      Task to = *next;
      from.precede(to);
    }
  }
};

namespace detail {
struct SubflowFrame;
}

// The graph that a task builds while it runs. Its tasks start at join(), or when the task's callable returns.
class Subflow : public FlowBuilder, public detail::Spawner<Subflow> {
 public:
  Subflow(const Subflow&) = delete;
  Subflow& operator=(const Subflow&) = delete;

  // Runs the tasks that were built so far until all of them have ended. Runs others meanwhile.
  void join();
  // Lets the tasks run on their own. The parent's successors do not wait for them, but the whole run does.
  void detach();
  // Makes the subflow joinable once more (up to 3.6), for what is built from now on. What was built before stays unless
  // it is cleared.
  void reset(bool clears_graph = true);
  bool joinable() const noexcept;
  Executor& executor() noexcept;
  Graph& graph() { return graph_; }
  // Says whether the graph is kept after the join, for dump() and visitors.
  void retain(bool flag) noexcept;
  bool retain() const;

  // --- for the headers: asyncs are the subflow's children, as in Taskflow up to 3.6 ---
  Executor& owner() { return executor(); }
  detail::View* view() const;
  detail::Scope& scope();

 private:
  friend struct detail::SubflowFrame;
  friend class Executor;
  explicit Subflow(Graph& graph) : FlowBuilder(graph) {}  // a SubflowFrame's
};

}  // namespace tf
