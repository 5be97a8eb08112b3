// The members of Executor that need all the rest.
#pragma once

#include "../observer/tfprof.hpp"
#include "async_work.hpp"
#include "run_node.hpp"
#include "task_group_class.hpp"

namespace tf {

inline void Executor::Core::finish(detail::Seat&, detail::Scope& root) {
  Core& core = *reinterpret_cast<Core*>(&root);  // its first member
  if (core.orphan != nullptr) {
    const std::shared_ptr<Core> last = std::move(core.orphan);
    return;
  }
  const std::lock_guard<std::mutex> lock(core.mutex);
  core.ended.notify_all();
}

// In fork()'s child: another thread of the parent may have held the mutex, so it is made anew. If the child's thread is
// in a task, that task still ends, and so does what it waits for.
inline void Executor::forget_tasks(detail::Seat& first, detail::Seat* mine) {
  if (first.front == nullptr) return;  // another thread was opening the view
  Core& core = *static_cast<Core*>(static_cast<Worker*>(first.front)->core_);
  ::new (&core.mutex) std::mutex;
  ::new (&core.ended) std::condition_variable;
  if (mine == nullptr) core.root.pending.store(0, std::memory_order_relaxed);  // the child has one thread
}

inline Executor::Executor(std::size_t num_workers, std::shared_ptr<WorkerInterface> interface)
    : workers_count_(num_workers), core_(std::make_shared<Core>()), interface_(std::move(interface)) {
  if (num_workers == 0) TF_THROW("an executor needs at least one worker");
  static constexpr xomp::graph::ViewHooks hooks = {detail::settle, forget_tasks};
  core_->root.keeps_errors = false;
  core_->root.finish = Core::finish;
  core_->workers = std::make_unique<Worker[]>(num_workers);
  view_ = xomp_graph_view_open(&xomp::graph::kLayout, static_cast<std::uint32_t>(num_workers), &hooks);
  if (view_ == nullptr) detail::throw_no_thread();
  // If an exception comes from here on, this ends the threads and the view again.
  struct Unfinished {
    Executor* executor;
    ~Unfinished() {
      if (executor != nullptr) executor->close(nullptr);
    }
  } unfinished{this};
  for (std::size_t i = 0; i < num_workers; ++i) {
    Worker& worker = core_->workers[i];
    worker.executor_ = this;
    worker.core_ = core_.get();
    worker.seat_ = xomp_graph_view_seat_1(view_, static_cast<std::uint32_t>(i));
    detail::came_over(worker.seat_);  // from who had it before
    worker.seat_->front = &worker;
    if (detail::TaskNames::are_counted()) worker.names_ = std::make_unique<detail::TaskNames>();
  }
  tell_workers_of_observers();
  if (has_env(TF_ENABLE_PROFILER)) TFProfManager::get().manage(make_observer<TFProfObserver>());
  if (interface_ != nullptr) start_own_threads();
  unfinished.executor = nullptr;
}

inline void Executor::start_own_threads() {
  xomp_graph_view_reserve_1(view_);
  auto gate = std::make_shared<std::mutex>();
  const std::lock_guard<std::mutex> lock(*gate);  // until each thread's handle is in its place
  for (std::size_t i = 0; i < workers_count_; ++i) {
    Worker& worker = core_->workers[i];
    // The thread keeps the core and the interface, because a task that it runs may destroy the executor.
    worker.thread_ = std::thread([core = core_, interface = interface_, view = view_, &worker, gate] {
      {
        const std::lock_guard<std::mutex> wait(*gate);
      }
      std::exception_ptr error;
      interface->scheduler_prologue(worker);
      xomp_graph_view_serve_1(view, static_cast<std::uint32_t>(worker.id()));
      interface->scheduler_epilogue(worker, error);
    });
  }
}

inline Executor::~Executor() {
  detail::Seat* const me = own_seat();
  if (me == nullptr) {
    wait_for_all();
  } else {  // a task of this executor destroys it: all but that task
    struct Others {
      static bool have_ended(void* root) { return static_cast<detail::Scope*>(root)->pending.load() <= 1; }
    };
    xomp_graph_seat_help_1(me, Others::have_ended, &core_->root, xomp::graph::Wait::polls);
  }
  close(me);
  if (me != nullptr) core_->orphan = core_;  // that task still ends in it
}

// No task is left but the one on `me`, which may be null.
inline void Executor::close(detail::Seat* me) {
  if (interface_ != nullptr) {
    xomp_graph_view_dismiss_1(view_);
    for (std::size_t i = 0; i < workers_count_; ++i) {
      std::thread& thread = core_->workers[i].thread_;
      if (me != nullptr && i == me->number) thread.detach();
      else if (thread.joinable()) thread.join();  // it is not where the constructor could not start it
    }
  }
  xomp_graph_view_close_1(view_);  // all threads have left it
  for (std::size_t i = 0; i < workers_count_; ++i) detail::came_over(core_->workers[i].seat_);
}

inline void Executor::wait_for_all() {
  if (own_seat() != nullptr) TF_THROW("wait_for_all() in a task of the same executor would wait for itself");
  detail::Scope& root = core_->root;
  struct All {
    static bool have_ended(void* of) {
      return static_cast<detail::Scope*>(of)->pending.load(std::memory_order_acquire) == 0;
    }
  };
  if (All::have_ended(&root)) return;
  // Any task may run here meanwhile, because the wait is for all. In fork()'s child it is not for those of the parent.
  if (xomp_graph_wait_outside_1(view_, nullptr, All::have_ended, &root) != xomp::graph::Waited::too_long) return;
  std::unique_lock<std::mutex> lock(core_->mutex);
  core_->ended.wait(lock, [&] { return root.pending.load(std::memory_order_acquire) == 0; });
}

// --- runs ---

template <typename P, typename C>
Future<void> Executor::start(Taskflow& taskflow, std::shared_ptr<Taskflow> kept, P&& is_last, C&& at_end) {
  if (taskflow.empty() || is_last()) {
    if constexpr (!std::is_null_pointer_v<std::decay_t<C>>) at_end();
    std::promise<void> done;
    done.set_value();
    return Future<void>(done.get_future());
  }
  auto topology = std::make_shared<Topology>(*this, taskflow, std::forward<P>(is_last), std::forward<C>(at_end));
  topology->kept_ = std::move(kept);
  topology->finish = finish_round;
  Future<void> future(topology->promise_, view_, &core_->root, topology);
  detail::Seat* const me = own_seat();
  detail::add_tasks(me, core_->root, 1);
  Topology& started = *topology;
  bool is_first;
  {
    const std::lock_guard<std::mutex> lock(taskflow.mutex_);
    is_first = taskflow.topologies_.empty();
    taskflow.topologies_.push_back(std::move(topology));
  }
  if (is_first) start_round(me, started, false);
  return future;
}

// `continues`: the caller's task ends, so one of the sources may run here next. A thread that is no worker leaves all
// nodes to one worker. Otherwise they would go from cache to cache twice: they are set up where they run next.
inline void Executor::start_round(detail::Seat* me, Topology& topology, bool continues) {
  if (me == nullptr) {
    topology.starter_.topology = &topology;
    topology.starter_.run = run_starter;
    return detail::submit(nullptr, view_, &topology.starter_);
  }
  std::int64_t n;
  detail::Work* const sources = detail::set_up(topology.taskflow_.graph(), topology, n);
  if (sources == nullptr) {
    if (!topology.taskflow_.empty()) detail::warn_of_cycle(&topology.taskflow_);
    return end_run(*me, topology);
  }
  topology.pending.store(n, std::memory_order_relaxed);  // its tasks begin later
  if (continues) detail::continue_with(*me, sources);
  else detail::push_chain(*me, sources);
}

inline void Executor::run_starter(detail::Seat& me, detail::Work* work) {
  detail::take_over(me, work);
  Topology& topology = *static_cast<Topology::Starter*>(work)->topology;
  detail::pay_others(me, topology);
  topology.executor_.start_round(&me, topology, true);
}

// If the program's predicate or its last call throws, the exception goes to the future.
inline bool Executor::begins_another_round(Topology& topology) {
  if (topology.is_stopped()) return false;
  TF_TRY { return !topology.is_last_(); }
  TF_CATCH_ALL { topology.capture(detail::current_exception()); }
  return false;
}

inline void Executor::finish_round(detail::Seat& me, detail::Scope& scope) {
  Topology& topology = static_cast<Topology&>(scope);
  if (begins_another_round(topology)) return topology.executor_.start_round(&me, topology, true);
  topology.executor_.end_run(me, topology);
}

// After the promise is kept nothing of the taskflow is touched, because the program may destroy it then. If another run
// of it waits, it still lives.
inline void Executor::end_run(detail::Seat& me, Topology& topology) {
  if (topology.at_end_) {
    TF_TRY { topology.at_end_(); }
    TF_CATCH_ALL { topology.capture(detail::current_exception()); }
  }
  detail::Promise<void> promise = std::move(topology.promise_);
  std::exception_ptr error = std::move(topology.error);
  std::shared_ptr<Taskflow> kept = std::move(topology.kept_);
  std::shared_ptr<Topology> ended, next;
  Taskflow& taskflow = topology.taskflow_;
  {
    const std::lock_guard<std::mutex> lock(taskflow.mutex_);
    ended = std::move(taskflow.topologies_.front());
    taskflow.topologies_.pop_front();
    if (!taskflow.topologies_.empty()) next = taskflow.topologies_.front();
  }
  ended.reset();
  kept.reset();
  // The next run may be another executor's.
  if (next != nullptr) {
    detail::Seat* const seat = next->executor_.own_seat();
    next->executor_.start_round(seat, *next, false);
  }
  detail::Scope& root = core_->root;
#if TF_HAS_EXCEPTIONS
  if (error != nullptr) promise.set_exception(std::move(error));
  else promise.set_value();
#else
  promise.set_value();
#endif
  detail::end_task(me, root);
}

// --- from workers ---

template <typename T>
void Executor::corun(T& target) {
  detail::Seat* const me = own_seat();
  if (me == nullptr) TF_THROW("corun() is for workers of the executor");
  Graph& graph = retrieve_graph(target);
  detail::Scope scope(*me);
  detail::Work* const sources = detail::set_up(graph, scope, scope.local);
  if (sources == nullptr) {
    if (!graph.empty()) detail::warn_of_cycle(&graph);
    return;
  }
  detail::push_chain(*me, sources);
  detail::wait_as_owner(*me, scope);
  if (scope.has(detail::Scope::kFailed)) detail::rethrow(scope.take_error());
}

template <typename P>
void Executor::corun_until(P&& predicate) {
  detail::Seat* const me = own_seat();
  if (me == nullptr) TF_THROW("corun_until() is for workers of the executor");
  // An exception of the predicate must not pass through the library. Once the predicate was true it is not asked again,
  // because it may have taken something.
  struct Condition {
    std::remove_reference_t<P>* predicate;
    std::exception_ptr error;
    bool was_true;
    bool ask() {
      if (was_true) return true;
      TF_TRY { return was_true = static_cast<bool>((*predicate)()); }
      TF_CATCH_ALL { error = detail::current_exception(); }
      return was_true = true;
    }
    static bool is_over(void* p) { return static_cast<Condition*>(p)->ask(); }
  } condition{&predicate, nullptr, false};
  xomp_graph_seat_help_1(me, Condition::is_over, &condition, xomp::graph::Wait::polls);
  if (condition.error != nullptr) detail::rethrow(std::move(condition.error));
}

inline TaskGroup Executor::task_group() {
  detail::Seat* const me = own_seat();
  if (me == nullptr) TF_THROW("task_group() is for workers of the executor");
  return TaskGroup(*this, *me);
}

}  // namespace tf
