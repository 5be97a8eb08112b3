// AsyncTask: a handle of a dependent async, shared by its holders and, while the task has not ended, by the runtime.
#pragma once

#include "task.hpp"

namespace tf {
namespace detail {

template <typename D>
class Spawner;

// DEPENDENT-1: who submits the task. `join` counts the tasks before it that have not ended, and its creator. The thread
//   that takes it to 0 (acq_rel) submits the task.
// DEPENDENT-2: a successor is told exactly once. `state` is a lock of a few instructions; the end of the task changes it to
//   kEnded under the lock. A creator that finds kEnded counts the task as done. Otherwise it puts its own task into
//   `successors`.
struct Dependent : Work {
  static constexpr std::uint32_t kOpen = 0, kLocked = 1, kEnded = 2;

  std::atomic<std::uint32_t> holders{2};  // the creator's handle and the runtime; the last one frees the memory
  std::atomic<std::int32_t> join{1};
  std::atomic<std::uint32_t> state{kOpen};
  Scope* scope = nullptr;
  View* view = nullptr;
  SmallVector<Dependent*, 3> successors;
  std::exception_ptr error;
  Extras* extras = nullptr;
  void (*destroy)(Dependent*) = nullptr;

  // Returns false if the task has ended.
  bool lock() {
    for (;;) {
      std::uint32_t seen = kOpen;
      // Acquire, so that this thread sees what the one that unlocked has written.
      if (state.compare_exchange_weak(seen, kLocked, std::memory_order_acquire, std::memory_order_acquire)) return true;
      if (seen == kEnded) return false;
      tf::pause();
    }
  }
  void unlock(std::uint32_t now) { state.store(now, std::memory_order_release); }  // pairs with lock() and has_ended()
  bool has_ended() const { return state.load(std::memory_order_acquire) == kEnded; }  // sees what the task has written
  void drop() {
    if (holders.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(this);  // the last one sees what the others did
  }
  // Adds a task that waits for this one. Returns false if this one has ended.
  bool add_successor(Dependent* d) {
    if (!lock()) return false;
    d->join.fetch_add(1, std::memory_order_relaxed);  // before this task can end
    successors.push_back(d);
    unlock(kOpen);
    return true;
  }
};

}  // namespace detail

class AsyncTask {
 public:
  AsyncTask() = default;
  AsyncTask(const AsyncTask& other) : task_(other.task_) { hold(); }
  AsyncTask(AsyncTask&& other) noexcept : task_(std::exchange(other.task_, nullptr)) {}
  ~AsyncTask() { reset(); }
  AsyncTask& operator=(const AsyncTask& other) {
    return *this = AsyncTask(other);  // which may lie in what this task holds alive
  }
  AsyncTask& operator=(AsyncTask&& other) noexcept {
    detail::Dependent* const before = std::exchange(task_, std::exchange(other.task_, nullptr));
    if (before != nullptr) before->drop();
    return *this;
  }
  bool empty() const { return task_ == nullptr; }
  void reset() {
    if (auto* const task = std::exchange(task_, nullptr)) task->drop();
  }
  std::size_t hash_value() const { return std::hash<const void*>()(task_); }
  // The number is a hint, since other holders come and go meanwhile.
  std::size_t use_count() const { return task_ == nullptr ? 0 : task_->holders.load(std::memory_order_relaxed); }
  bool is_done() const { return task_->has_ended(); }
  // Returns what the task of a silent async threw, unless the Runtime or TaskGroup that made the task throws it.
  std::exception_ptr exception_ptr() const { return task_ == nullptr || !task_->has_ended() ? nullptr : task_->error; }
  bool has_exception_ptr() const { return exception_ptr() != nullptr; }
  friend bool operator==(const AsyncTask& a, const AsyncTask& b) { return a.task_ == b.task_; }
  friend bool operator!=(const AsyncTask& a, const AsyncTask& b) { return !(a == b); }

 private:
  friend class Executor;
  template <typename>
  friend class detail::Spawner;
  explicit AsyncTask(detail::Dependent* task) : task_(task) {}  // takes over a hold
  void hold() const {
    if (task_ != nullptr) task_->holders.fetch_add(1, std::memory_order_relaxed);  // this one holds it already
  }
  detail::Dependent* task_ = nullptr;
};

#if defined(__cpp_concepts)
template <typename T>
concept AsyncTaskHandleLike = std::is_same_v<std::decay_t<T>, AsyncTask>;
#endif

}  // namespace tf

template <>
struct std::hash<tf::AsyncTask> {
  std::size_t operator()(const tf::AsyncTask& task) const { return task.hash_value(); }
};
