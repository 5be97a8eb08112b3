// How the nodes of a graph run: what the engine calls for each kind.
#pragma once

#include "runtime_class.hpp"

namespace tf {
namespace detail {

// --- setting up a graph ---

// Resets what an earlier run has left behind, if it was cut short or its condition tasks went another way. A node is
// written only if there is something to reset. Otherwise each of a million nodes would come from memory and go back.
inline void arm_again(Graph& graph) {
  graph.for_each([&](Node& node) {
    const auto strong = static_cast<std::int32_t>(node.num_strong());
    if (TF_UNLIKELY(node.join_.load(std::memory_order_relaxed) != strong))
      node.join_.store(strong, std::memory_order_relaxed);  // nothing of it runs
    if (TF_UNLIKELY(node.extras_ != nullptr)) {
      node.extras_->error = nullptr;
      node.extras_->detached.clear();  // of an earlier run, whose scope has ended
    }
  });
}

// Gets the graph ready for one run in `scope`. Returns the sources, linked by `next`, and their number in `n`.
inline Work* set_up(Graph& graph, Scope& scope, std::int64_t& n) {
  if (!graph.begins_first_run()) arm_again(graph);
  Work* first = nullptr;
  Work** last = &first;
  n = 0;
  graph.for_each_source([&](Node& node) {
    node.set_scope(&scope);
    *last = &node;
    last = &node.next;
    ++n;
  });
  *last = nullptr;
  return first;
}

// Puts a chain of nodes into this seat's queue.
inline void push_chain(Seat& me, Work* first) {
  while (first != nullptr) {
    Work* const next = first->next;  // after the push it may be another thread's
    push_node(me, *static_cast<Node*>(first));
    first = next;
  }
}
// As push_chain(), for a caller whose task ends: one of the nodes runs next on this seat.
inline void continue_with(Seat& me, Work* first) {
  Work* const rest = first->next;
  set_next_node(me, *static_cast<Node*>(first));
  push_chain(me, rest);
}

inline void warn_of_cycle(const void* graph) {
  std::cerr << "xomp: warning: the task graph at " << graph
            << " has no task without predecessors: it cannot start and counts as done\n";
}

// --- exceptions ---

// An exception of a node goes to the next scope that somebody asks; all scopes on the way are cancelled.
inline void deliver(Node& node, std::exception_ptr error) {
  Scope* scope = node.scope();
  while (!scope->is_anchor.load(std::memory_order_relaxed) && scope->up != nullptr) {
    scope->cancel();
    scope = scope->up;
  }
  if (!scope->capture(error)) node.extras().error = std::move(error);
}

// --- semaphores ---

inline void submit_waiting(Seat& me, const std::vector<Semaphore::Waiting>& ready) {
  for (const Semaphore::Waiting& w : ready) submit(&me, w.view, queued(me, *static_cast<Node*>(w.work)));
}
// Takes one of each semaphore, or none at all. Returns the first semaphore that has nothing to give, or nullptr if the
// caller has all.
inline Semaphore* try_acquire_all(Seat& me, const SmallVector<Semaphore*>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i]->try_acquire()) continue;
    Semaphore* const missing = wanted[i];
    std::vector<Semaphore::Waiting> ready;
    while (i > 0) wanted[--i]->release(ready);
    submit_waiting(me, ready);
    return missing;
  }
  return nullptr;
}
// Returns false if the node waits at a semaphore. From then on another thread may have run it, and node and semaphores
// may be gone. So the node holds nothing while it waits, and nothing is touched afterwards.
TF_NO_INLINE inline bool acquire_all(Seat& me, Node& node) {
  while (Semaphore* const missing = try_acquire_all(me, node.extras_->acquired))
    if (missing->wait_unless_free({&node, me.view})) return false;
  return true;
}
// A semaphore that is above its maximum must not keep the others from being released.
TF_NO_INLINE inline void release_all(Seat& me, Node& node) {
  if (node.extras_->released.empty()) return;
  std::vector<Semaphore::Waiting> ready;
  for (Semaphore* const s : node.extras_->released) {
    TF_TRY { s->release(ready); }
    TF_CATCH_ALL { deliver(node, current_exception()); }
  }
  submit_waiting(me, ready);
}

// --- begin and end of a node ---

// Returns false if the node must not run now. Then the caller returns.
TF_FORCE_INLINE bool begin_node(Seat& me, Node& node) {
  take_over(me, &node);
  Scope& scope = *node.scope();
  pay_others(me, scope);
  if (TF_UNLIKELY(scope.is_cancelled())) {
    end_task(me, scope);
    return false;
  }
  return TF_LIKELY(node.extras_ == nullptr) || acquire_all(me, node);
}

// Starts the successors whose last strong predecessor this was. They are counted before other threads can find them.
// The loop runs backwards, so that the first successor runs next and the others come back in the program's order, in
// which they mostly lie.
inline void end_node(Seat& me, Node& node) {
  Scope& scope = *node.scope();
  if (TF_UNLIKELY(node.extras_ != nullptr)) release_all(me, node);
  node.join_.store(static_cast<std::int32_t>(node.strong_), std::memory_order_relaxed);  // loops come back
  Node* ready = nullptr;
  for (std::uint32_t i = node.num_successors(); i-- > 0;) {
    Node* const next = node.successor(i);
    // At 1 nobody else counts it down, so no read-modify-write is needed.
    if (next->join_.load(std::memory_order_acquire) == 1) next->join_.store(0, std::memory_order_relaxed);
    else if (next->join_.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    next->set_scope(&scope);
    if (ready != nullptr) {
      add_tasks(&me, scope, 1);
      push_node(me, *ready);
    }
    ready = next;
  }
  if (ready != nullptr) set_next_node(me, *ready);
  else end_task(me, scope);
}

// As end_node() for a condition task: the successors that it has chosen start at once.
inline void end_condition(Seat& me, Node& node, const int* indices, std::size_t count) {
  Scope& scope = *node.scope();
  if (TF_UNLIKELY(node.extras_ != nullptr)) release_all(me, node);
  node.join_.store(static_cast<std::int32_t>(node.strong_), std::memory_order_relaxed);
  const std::uint32_t n = node.num_successors();
  Node* chosen = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    if (indices[i] < 0 || static_cast<std::uint32_t>(indices[i]) >= n) continue;
    Node* const next = node.successor(static_cast<std::uint32_t>(indices[i]));
    next->set_under_way();
    next->set_scope(&scope);
    if (chosen != nullptr) {
      add_tasks(&me, scope, 1);
      push_node(me, *chosen);
    }
    chosen = next;
  }
  if (chosen != nullptr) set_next_node(me, *chosen);
  else end_task(me, scope);
}

// Tells the observers of the node's begin and, at the end of the scope, of its end.
struct Observed {
  Seat& me;
  Node& node;
  Observed(Seat& s, Node& n) : me(s), node(n) { executor_of(me).observe_entry(*static_cast<Worker*>(me.front), node); }
  ~Observed() { executor_of(me).observe_exit(*static_cast<Worker*>(me.front), node); }
};
TF_FORCE_INLINE void call_observed(Seat& me, Node& node, void* argument) {
  if (TF_UNLIKELY(static_cast<Worker*>(me.front)->is_observed())) {
    const Observed observed(me, node);
    return node.operations_->call(node.storage_, argument);
  }
  node.operations_->call(node.storage_, argument);
}

TF_NO_INLINE inline void fail(Seat& me, Node& node, std::exception_ptr error) {
  Scope& scope = *node.scope();
  deliver(node, std::move(error));
  if (node.extras_ != nullptr) release_all(me, node);  // of what it has acquired
  end_task(me, scope);
}

// Calls the node's callable. Returns false if it threw, and the node has ended.
TF_FORCE_INLINE bool call_node(Seat& me, Node& node, void* argument) {
  TF_TRY {
    call_observed(me, node, argument);
    return true;
  }
  TF_CATCH_ALL { fail(me, node, current_exception()); }
#if TF_HAS_EXCEPTIONS
  return false;
#endif
}

// --- the kinds ---

inline void run_placeholder(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (begin_node(me, node)) end_node(me, node);
}

inline void run_static(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (begin_node(me, node) && call_node(me, node, nullptr)) end_node(me, node);
}

inline void run_condition(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  int chosen = -1;
  if (begin_node(me, node) && call_node(me, node, &chosen)) end_condition(me, node, &chosen, 1);
}

inline void run_multi_condition(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (!begin_node(me, node)) return;
  SmallVector<int> chosen;
  if (call_node(me, node, &chosen)) end_condition(me, node, chosen.data(), chosen.size());
}

// Ends a node whose children have ended: delivers its exception, or starts its successors.
inline void end_parent(Seat& me, Node& node, std::exception_ptr error) {
  if (error == nullptr) end_node(me, node);
  else fail(me, node, std::move(error));
}

inline void run_runtime(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (!begin_node(me, node)) return;
  if (node.is_nonpreemptive()) {
    NonpreemptiveRuntime runtime(executor_of(me), me, node.scope());
    if (call_node(me, node, &runtime)) end_node(me, node);
    return;
  }
  run_with_runtime(
      me, *node.scope(), node.scope(), [&](Runtime& runtime) { call_observed(me, node, &runtime); },
      [](Seat& s, void* of, std::exception_ptr error) { end_parent(s, *static_cast<Node*>(of), std::move(error)); },
      &node);
}

inline void RuntimeCondition::call(const std::function<void(Runtime&)>& f) { RuntimeFrame::call_here(runtime, f); }

inline void run_runtime_condition(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (!begin_node(me, node)) return;
  NonpreemptiveRuntime runtime(executor_of(me), me, node.scope());
  RuntimeCondition condition{runtime, {}};
  if (call_node(me, node, &condition)) end_condition(me, node, condition.chosen.data(), condition.chosen.size());
}

struct ModuleFrame : Work, Scope {
  Node& node;
  explicit ModuleFrame(Node& n) : Scope(n.scope()), node(n) {}
  static void end(Seat& me, Scope& scope) {
    auto* const frame = static_cast<ModuleFrame*>(&scope);
    Node& node = frame->node;
    std::exception_ptr error = std::move(frame->error);
    frame->~ModuleFrame();
    free_work(me, frame);
    end_parent(me, node, std::move(error));
  }
};

inline void run_module(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (!begin_node(me, node)) return;
  Graph* graph;
  std::memcpy(&graph, node.storage_, sizeof graph);
  if (graph->empty()) return end_node(me, node);
  auto* const frame = make_frame<ModuleFrame>(me, node);
  frame->finish = ModuleFrame::end;
  std::int64_t n;
  Work* const sources = set_up(*graph, *frame, n);
  if (sources == nullptr) {
    warn_of_cycle(graph);
    return ModuleFrame::end(me, *frame);
  }
  frame->pending.store(n, std::memory_order_relaxed);  // its tasks begin later
  continue_with(me, sources);
}

// A task and the graph that it builds, until the last task of that graph has ended. There are as many as a program's
// recursion is deep, so they must be small: the header tells the node, and the flags lie in what the scope leaves of a
// word.
struct SubflowFrame : Work, Subflow, Scope {
  bool is_joinable = true, is_retained = false;
  Graph graph;

  SubflowFrame(Seat& me, Node& n) : Subflow(graph), Scope(n.scope()), graph(Graph::Size::tiny) {
    child = &n;
    pending.store(1, std::memory_order_relaxed);  // the body
    waiter = &me;
    finish = end;
  }
  Node& node() { return *static_cast<Node*>(child); }
  Seat& seat() { return *waiter; }
  static SubflowFrame& of(Subflow& subflow) { return static_cast<SubflowFrame&>(subflow); }
  static const SubflowFrame& of(const Subflow& subflow) { return static_cast<const SubflowFrame&>(subflow); }

  // Submits what has been built.
  Work* start() {
    is_joinable = false;
    std::int64_t n;
    Work* const sources = set_up(graph, *this, n);
    if (sources == nullptr && !graph.empty()) warn_of_cycle(&graph);
    // As long as the body is the only task that is counted, no other thread knows this scope [SCOPE-1].
    if (pending.load(std::memory_order_acquire) == 1 && seat().owed_to != static_cast<Scope*>(this))
      pending.store(n + 1, std::memory_order_relaxed);
    else add_tasks(&seat(), *this, n);
    return sources;
  }
  void join_now() {
    set_anchor(true);
    push_chain(seat(), start());
    wait_as_parent(seat(), *this);
    set_anchor(false);
    if (has(kFailed)) rethrow(take_error());
  }
  // Makes the graph a part of the run.
  void detach_now() {
    is_joinable = false;
    // In a loop the node may run again before these tasks have ended, so it keeps each of its graphs.
    Graph& kept = *node().extras().detached.emplace_back(std::make_unique<Graph>(std::move(graph)));
    std::int64_t n;
    Work* const sources = set_up(kept, *node().scope(), n);
    add_tasks(&seat(), *node().scope(), n);
    push_chain(seat(), sources);
  }
  static void end(Seat& me, Scope& scope) {
    auto* const frame = static_cast<SubflowFrame*>(&scope);
    Node& node = frame->node();
    if (TF_UNLIKELY(frame->is_retained)) frame->retain_graph();
    if (TF_UNLIKELY(frame->has(kFailed))) return frame->end_failed(me);
    frame->~SubflowFrame();
    free_work(me, frame);
    end_node(me, node);
  }

 private:
  TF_NO_INLINE void retain_graph() { node().extras().graph = std::make_unique<Graph>(std::move(graph)); }
  TF_NO_INLINE void end_failed(Seat& me) {
    Node& its_node = node();
    std::exception_ptr its_error = std::move(error);
    this->~SubflowFrame();
    free_work(me, this);
    fail(me, its_node, std::move(its_error));
  }
};
static_assert(sizeof(SubflowFrame) == 2 * xomp::graph::kClassBytes);

inline void run_subflow(Seat& me, Work* work) {
  Node& node = *static_cast<Node*>(work);
  if (!begin_node(me, node)) return;
  if (node.extras_ != nullptr) node.extras_->graph.reset();  // an earlier run's
  auto* const frame = make_frame<SubflowFrame>(me, me, node);
  TF_TRY { call_observed(me, node, static_cast<Subflow*>(frame)); }
  TF_CATCH_ALL { frame->capture(current_exception()); }
  if (frame->is_joinable && !frame->has(Scope::kFailed) && !frame->graph.empty()) {
    if (Work* const sources = frame->start()) continue_with(me, sources);
  }
  end_body(me, *frame);
}

}  // namespace detail

inline void Runtime::acquire_all(const SmallVector<Semaphore*>& semaphores) {
  const auto seem_free = [&semaphores] {
    return std::all_of(semaphores.begin(), semaphores.end(), [](const Semaphore* s) { return s->value() != 0; });
  };
  // The attempt must not be made within the predicate. It may give semaphores back, which makes tasks ready, and this
  // seat may be about to sleep there.
  while (detail::try_acquire_all(me_, semaphores) != nullptr) corun_until(seem_free);
}
inline void Runtime::release_all(const SmallVector<Semaphore*>& semaphores) {
  std::vector<Semaphore::Waiting> ready;
  for (Semaphore* const s : semaphores) {
    TF_TRY { s->release(ready); }
    TF_CATCH_ALL {
      detail::submit_waiting(me_, ready);
      detail::rethrow(detail::current_exception());
    }
  }
  detail::submit_waiting(me_, ready);
}

inline void Subflow::join() {
  if (!joinable()) TF_THROW("subflow already joined");
  detail::SubflowFrame::of(*this).join_now();
}
inline void Subflow::detach() {
  if (!joinable()) TF_THROW("subflow already joined");
  detail::SubflowFrame::of(*this).detach_now();
}
inline void Subflow::reset(bool clears_graph) {
  if (clears_graph) graph_.clear();
  detail::SubflowFrame::of(*this).is_joinable = true;
}
inline bool Subflow::joinable() const noexcept { return detail::SubflowFrame::of(*this).is_joinable; }
inline void Subflow::retain(bool flag) noexcept { detail::SubflowFrame::of(*this).is_retained = flag; }
inline bool Subflow::retain() const { return detail::SubflowFrame::of(*this).is_retained; }
inline Executor& Subflow::executor() noexcept { return detail::executor_of(detail::SubflowFrame::of(*this).seat()); }
inline detail::View* Subflow::view() const { return detail::SubflowFrame::of(*this).waiter->view; }
inline detail::Scope& Subflow::scope() { return detail::SubflowFrame::of(*this); }

}  // namespace tf
