// Executor: W workers that run taskflows and asyncs. It is a view of the one pool of threads (xomp/graph.h): making
// one starts no thread, and threads without tasks go where there are some.
#pragma once

#include <condition_variable>

#include "../core/async_task.hpp"
#include "../core/environment.hpp"
#include "../core/semaphore.hpp"
#include "../core/taskflow.hpp"
#include "../core/worker.hpp"
#include "../observer/interface.hpp"
#include "spawner.hpp"

namespace tf {

class Executor : public detail::Spawner<Executor> {
 public:
  // As many workers as the process may use processors (affinity mask and quota), unless told otherwise.
  explicit Executor(std::size_t num_workers = xomp_graph_processors_1(),
                    std::shared_ptr<WorkerInterface> interface = nullptr);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  // Waits for all that was submitted.
  ~Executor();

  // --- runs of taskflows; a taskflow that is given away is kept until it has run ---
  Future<void> run(Taskflow& taskflow) { return run_n(taskflow, 1); }
  Future<void> run(Taskflow&& taskflow) { return run_n(std::move(taskflow), 1); }
  template <typename C>
  Future<void> run(Taskflow& taskflow, C&& at_end) {
    return run_n(taskflow, 1, std::forward<C>(at_end));
  }
  template <typename C>
  Future<void> run(Taskflow&& taskflow, C&& at_end) {
    return run_n(std::move(taskflow), 1, std::forward<C>(at_end));
  }
  Future<void> run_n(Taskflow& taskflow, std::size_t n) {
    return run_until(taskflow, [n]() mutable { return n-- == 0; });
  }
  Future<void> run_n(Taskflow&& taskflow, std::size_t n) {
    return run_until(std::move(taskflow), [n]() mutable { return n-- == 0; });
  }
  template <typename C>
  Future<void> run_n(Taskflow& taskflow, std::size_t n, C&& at_end) {
    return run_until(taskflow, [n]() mutable { return n-- == 0; }, std::forward<C>(at_end));
  }
  template <typename C>
  Future<void> run_n(Taskflow&& taskflow, std::size_t n, C&& at_end) {
    return run_until(std::move(taskflow), [n]() mutable { return n-- == 0; }, std::forward<C>(at_end));
  }
  // The predicate is asked before each round and after the last one.
  template <typename P>
  Future<void> run_until(Taskflow& taskflow, P&& is_last) {
    return start(taskflow, nullptr, std::forward<P>(is_last), nullptr);
  }
  template <typename P>
  Future<void> run_until(Taskflow&& taskflow, P&& is_last) {
    auto kept = std::make_shared<Taskflow>(std::move(taskflow));
    return start(*kept, kept, std::forward<P>(is_last), nullptr);
  }
  template <typename P, typename C>
  Future<void> run_until(Taskflow& taskflow, P&& is_last, C&& at_end) {
    return start(taskflow, nullptr, std::forward<P>(is_last), std::forward<C>(at_end));
  }
  template <typename P, typename C>
  Future<void> run_until(Taskflow&& taskflow, P&& is_last, C&& at_end) {
    auto kept = std::make_shared<Taskflow>(std::move(taskflow));
    return start(*kept, kept, std::forward<P>(is_last), std::forward<C>(at_end));
  }
  template <typename T>
  void run_and_wait(T& target) {
    corun(target);
  }

  // --- for workers of this executor ---
  // Runs a graph, and other tasks meanwhile. Its exception comes out here.
  template <typename T>
  void corun(T& target);
  // Runs tasks until the predicate is true.
  template <typename P>
  void corun_until(P&& predicate);
  TaskGroup task_group();

  // Returns when nothing that was submitted is left. A worker of this executor must not call it, because it would wait
  // for itself.
  void wait_for_all();

  std::size_t num_workers() const noexcept { return workers_count_; }
  std::size_t num_queues() const noexcept { return 2 * workers_count_; }
  // Returns how many workers have nothing to do.
  std::size_t num_waiters() const noexcept { return xomp_graph_view_idle_1(view_); }
  // Returns how many runs and free asyncs have not ended.
  std::size_t num_topologies() const {
    const detail::Seat* const me = own_seat();
    const std::int64_t owed = me != nullptr && me->owed_to == &core_->root ? me->owed : 0;
    return static_cast<std::size_t>(core_->root.pending.load(std::memory_order_seq_cst) - owed);
  }
  std::size_t num_taskflows() const { return 0; }
  std::size_t num_observers() const noexcept { return observers_.size(); }
  // Return the calling thread's worker and its number. Outside of this executor's tasks they are nullptr and -1.
  Worker* this_worker() const {
    detail::Seat* const me = own_seat();
    return me == nullptr ? nullptr : static_cast<Worker*>(me->front);
  }
  int this_worker_id() const {
    const detail::Seat* const me = own_seat();
    return me == nullptr ? -1 : static_cast<int>(me->number);
  }

  // Observers must be made and removed while no task runs.
  template <typename O, typename... Args>
  std::shared_ptr<O> make_observer(Args&&... args) {
    static_assert(std::is_base_of_v<ObserverInterface, O>, "an observer is derived from tf::ObserverInterface");
    auto observer = std::make_shared<O>(std::forward<Args>(args)...);
    static_cast<ObserverInterface&>(*observer).set_up(workers_count_);
    observers_.push_back(observer);
    tell_workers_of_observers();
    return observer;
  }
  template <typename O>
  void remove_observer(const std::shared_ptr<O>& observer) {
    observers_.erase(std::remove(observers_.begin(), observers_.end(), observer), observers_.end());
    tell_workers_of_observers();
  }

  template <typename F>
  auto named_async(const std::string& name, F&& f) {
    return this->async(name, std::forward<F>(f));
  }
  template <typename F>
  void named_silent_async(const std::string& name, F&& f) {
    this->silent_async(name, std::forward<F>(f));
  }

  // --- for the headers ---
  template <typename R>
  Future<R> future_of(detail::Promise<R>& promise) {
    return Future<R>(promise, view_, &core_->root);
  }
  detail::Scope& scope() { return core_->root; }
  detail::View* view() const { return view_; }
  Executor& owner() { return *this; }
  detail::Seat* own_seat() const {
    detail::Seat* const me = detail::current_seat();
    return me != nullptr && me->view == view_ ? me : nullptr;
  }
  void observe_entry(Worker& worker, const Node& node) {
    if (worker.names_ != nullptr) worker.names_->begin(TaskView(node).name(), to_string(TaskView(node).type()));
    for (auto& observer : observers_) observer->on_entry(WorkerView(worker), TaskView(node));
  }
  void observe_exit(Worker& worker, const Node& node) {
    for (auto& observer : observers_) observer->on_exit(WorkerView(worker), TaskView(node));
    if (worker.names_ != nullptr) worker.names_->end();
  }
  static void finish_round(detail::Seat& me, detail::Scope& scope);

 private:
  // What tasks, and the executor's own threads, may touch last. It is apart, because a task may destroy the executor in
  // which it runs. The end of that task, or of its thread, then destroys this.
  struct Core {
    detail::Scope root;  // of all runs and free asyncs
    std::mutex mutex;
    std::condition_variable ended;
    std::unique_ptr<Worker[]> workers;
    std::shared_ptr<Core> orphan;  // itself; written and read by the task that destroyed the executor
    static void finish(detail::Seat&, detail::Scope& root);
  };

  template <typename P, typename C>
  Future<void> start(Taskflow& taskflow, std::shared_ptr<Taskflow> kept, P&& is_last, C&& at_end);
  void start_round(detail::Seat* me, Topology& topology, bool continues);
  static bool begins_another_round(Topology& topology);
  void end_run(detail::Seat& me, Topology& topology);
  void start_own_threads();
  void close(detail::Seat* me);
  static void forget_tasks(detail::Seat& first, detail::Seat* mine);  // in fork()'s child
  void tell_workers_of_observers() {
    for (std::size_t i = 0; i < workers_count_; ++i)
      core_->workers[i].is_observed_ = !observers_.empty() || core_->workers[i].names_ != nullptr;
  }
  static void run_starter(detail::Seat& me, detail::Work* work);

  std::size_t workers_count_;
  detail::View* view_;
  std::shared_ptr<Core> core_;
  std::vector<std::shared_ptr<ObserverInterface>> observers_;
  std::shared_ptr<WorkerInterface> interface_;
};

}  // namespace tf
