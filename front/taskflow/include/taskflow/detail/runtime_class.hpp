// Runtime: what a running task may do with its executor. Its asyncs are its children: the task has ended when they have.
#pragma once

#include "executor_class.hpp"
#include "push_node.hpp"

namespace tf {
namespace detail {

struct RuntimeFrame;

// Submits a task of the running graph at once, whatever it depends on.
inline void schedule_node(Seat& me, Node& node, Scope* scope) {
  node.set_under_way();
  node.set_scope(scope);
  add_tasks(&me, *scope, 1);
  push_node(me, node);
}

template <typename It>
SmallVector<Semaphore*> addresses_of(It first, It last) {
  SmallVector<Semaphore*> all;
  for (; first != last; ++first) all.push_back(&*first);
  return all;
}

}  // namespace detail

class NonpreemptiveRuntime {
 public:
  void schedule(Task task) { detail::schedule_node(me_, *task.node_, scope_); }
  Executor& executor() { return executor_; }
  Worker& worker() { return *static_cast<Worker*>(me_.front); }

 private:
  friend struct detail::RuntimeFrame;
  friend class Executor;
  NonpreemptiveRuntime(Executor& executor, detail::Seat& me, detail::Scope* scope)
      : executor_(executor), me_(me), scope_(scope) {}
  friend void detail::run_runtime(detail::Seat& me, detail::Work* work);
  friend void detail::run_runtime_condition(detail::Seat& me, detail::Work* work);

  Executor& executor_;
  detail::Seat& me_;
  detail::Scope* scope_;  // of the graph that runs
};

class Runtime : public detail::Spawner<Runtime> {
 public:
  Executor& executor() { return *worker().executor(); }
  Worker& worker() { return *static_cast<Worker*>(me_.front); }
  // Makes the task part of the run that this one belongs to.
  void schedule(Task task) { detail::schedule_node(me_, *task.node_, graph_scope_); }
  // Waits for all asyncs so far; the first exception of a silent one comes out here.
  void corun() {
    scope_.set_anchor(true);
    detail::wait_as_parent(me_, scope_);
    scope_.set_anchor(false);
    if (scope_.has(detail::Scope::kFailed)) detail::rethrow(scope_.take_error());
  }
  void corun_all() { corun(); }
  void join() { corun(); }  // up to 3.6
  // Runs a graph (3.9, 3.10), or what a callable builds in a Subflow (up to 3.6), and waits for it.
  template <typename T>
  void corun(T&& target) {
    if constexpr (std::is_invocable_v<T&, Subflow&>) {
      Graph graph;
      FlowBuilder(graph).emplace([&](Subflow& subflow) { target(subflow); });
      executor().corun(graph);
    } else {
      executor().corun(target);
    }
  }
  // Runs tasks until the predicate is true (up to 3.8).
  template <typename P>
  void corun_until(P&& predicate) {
    executor().corun_until(std::forward<P>(predicate));
  }
  // Up to 3.8: takes one of each semaphore, all or none of them, and runs tasks until it has them; or the Semaphores of a range.
  template <typename... S, std::enable_if_t<sizeof...(S) != 0 && (std::is_same_v<S, Semaphore> && ...), int> = 0>
  void acquire(S&... semaphores) {
    acquire_all({&semaphores...});
  }
  template <typename It, std::enable_if_t<!std::is_same_v<std::decay_t<It>, Semaphore>, int> = 0>
  void acquire(It first, It last) {
    acquire_all(detail::addresses_of(first, last));
  }
  template <typename... S, std::enable_if_t<sizeof...(S) != 0 && (std::is_same_v<S, Semaphore> && ...), int> = 0>
  void release(S&... semaphores) {
    release_all({&semaphores...});
  }
  template <typename It, std::enable_if_t<!std::is_same_v<std::decay_t<It>, Semaphore>, int> = 0>
  void release(It first, It last) {
    release_all(detail::addresses_of(first, last));
  }
  // Taskflow has this up to 3.6.
  template <typename... Args>
  void silent_async_unchecked(Args&&... args) {
    this->silent_async(std::forward<Args>(args)...);
  }
  // Says whether the run has been cancelled.
  bool is_cancelled() const { return scope_.is_cancelled(); }

  // --- for the headers ---
  Executor& owner() { return executor(); }
  detail::View* view() const { return me_.view; }
  detail::Scope& scope() { return scope_; }
  detail::Seat& seat() { return me_; }

 private:
  friend struct detail::RuntimeFrame;
  void acquire_all(const SmallVector<Semaphore*>& semaphores);
  void release_all(const SmallVector<Semaphore*>& semaphores);
  Runtime(detail::Seat& me, detail::Scope& scope, detail::Scope* graph_scope)
      : me_(me), scope_(scope), graph_scope_(graph_scope) {}

  detail::Seat& me_;
  detail::Scope& scope_;
  detail::Scope* graph_scope_;
};

namespace detail {

inline Executor& executor_of(Seat& me) { return *static_cast<Worker*>(me.front)->executor(); }

// A callable with a Runtime and its children, from its begin to the end of the last child. There are as many as a program's recursion
// is deep.
struct RuntimeFrame : Work, Scope {
  Runtime runtime;
  // Called at the end, with the exception that nobody took.
  void (*complete)(Seat& me, void* of, std::exception_ptr error);
  void* of;

  RuntimeFrame(Seat& me, Scope& parent, Scope* graph_scope) : Scope(&parent), runtime(me, *this, graph_scope) {}

  // Calls f(runtime) inside of a task that has none, and waits for the children.
  template <typename F>
  static void call_here(NonpreemptiveRuntime& of, F&& f) {
    Seat& me = of.me_;
    struct Children : Scope {
      Seat& seat;
      Children(Seat& s, Scope* parent) : Scope(parent), seat(s) {
        pending.store(1, std::memory_order_relaxed);  // nobody else knows it yet
        waiter = &s;
      }
      ~Children() { forget_debt(seat, *this); }
    } scope(me, of.scope_);
    Runtime runtime(me, scope, of.scope_);
    TF_TRY { f(runtime); }
    TF_CATCH_ALL { scope.capture(current_exception()); }
    runtime.corun();
  }
  static void end(Seat& me, Scope& scope) {
    auto* const frame = static_cast<RuntimeFrame*>(&scope);
    std::exception_ptr error = std::move(scope.error);
    const auto complete = frame->complete;
    void* const of = frame->of;
    frame->~RuntimeFrame();
    free_work(me, frame);
    complete(me, of, std::move(error));
  }
};
static_assert(sizeof(RuntimeFrame) == 2 * xomp::graph::kClassBytes);

// Calls body(runtime), and complete(me, of, error) when it and all its children have ended.
template <typename Body>
void run_with_runtime(Seat& me, Scope& parent, Scope* graph_scope, Body&& body,
                      void (*complete)(Seat&, void*, std::exception_ptr), void* of) {
  auto* const frame = make_frame<RuntimeFrame>(me, me, parent, graph_scope);
  frame->complete = complete;
  frame->of = of;
  frame->pending.store(1, std::memory_order_relaxed);  // the body
  frame->waiter = &me;
  frame->finish = RuntimeFrame::end;
  TF_TRY { body(frame->runtime); }
  TF_CATCH_ALL { frame->capture(current_exception()); }
  end_body(me, *frame);
}

}  // namespace detail
}  // namespace tf
