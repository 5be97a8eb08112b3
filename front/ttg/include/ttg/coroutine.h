// Tasks that are coroutines.
#ifndef XOMP_TTG_COROUTINE_H
#define XOMP_TTG_COROUTINE_H

#include "ttg/config.h"

#ifdef TTG_HAVE_COROUTINE
#include <algorithm>
#include <array>
#include <atomic>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>

namespace ttg {

template <class Promise = void>
using coroutine_handle = std::coroutine_handle<Promise>;
using suspend_always = std::suspend_always;
using suspend_never = std::suspend_never;

// Something that happens once.
struct event {
  void finish() { finished_.store(true, std::memory_order_release); }
  bool finished() const { return finished_.load(std::memory_order_acquire); }

 private:
  std::atomic<bool> finished_{false};
};

template <std::size_t N>
struct resumable_task_events;
struct resumable_task_state;

// Starts at once, and is suspended at its end. So the holder of the handle must destroy it.
struct resumable_task : std::coroutine_handle<resumable_task_state> {
  using base_type = std::coroutine_handle<resumable_task_state>;
  using promise_type = resumable_task_state;
  resumable_task(base_type base) : base_type(std::move(base)) {}
  base_type& handle() { return *this; }

  // Says whether all events that the task waits for have happened.
  inline bool ready() const;
  inline bool completed() const;
  inline auto events();
};

struct resumable_task_state {
  static constexpr std::size_t MaxNumEvents = 20;

  resumable_task get_return_object() { return resumable_task{resumable_task::base_type::from_promise(*this)}; }
  suspend_never initial_suspend() { return {}; }
  suspend_always final_suspend() noexcept {
    completed_ = true;
    return {};
  }
  void return_void() {}
  void unhandled_exception() { error_ = std::current_exception(); }

  template <std::size_t N>
  resumable_task_events<N>&& await_transform(resumable_task_events<N>&& events) {
    static_assert(N <= MaxNumEvents, "ttg: a task waits for at most 20 events at once");
    std::copy(events.events().begin(), events.events().end(), events_.begin());
    count_ = N;
    return std::move(events);
  }
  bool ready() const {
    return std::all_of(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(count_),
                       [](const event* e) { return e->finished(); });
  }
  bool completed() const { return completed_; }
  void reset_events() { count_ = 0; }
  std::exception_ptr error() const { return error_; }
  struct Events {
    event** first;
    std::size_t count;
    event** begin() const { return first; }
    event** end() const { return first + count; }
    std::size_t size() const { return count; }
  };
  Events events() { return {events_.data(), count_}; }

 private:
  std::array<event*, MaxNumEvents> events_{};
  std::size_t count_ = 0;
  bool completed_ = false;
  std::exception_ptr error_;
};

bool resumable_task::ready() const { return promise().ready(); }
bool resumable_task::completed() const { return promise().completed(); }
auto resumable_task::events() { return promise().events(); }

// What a task waits for by co_await.
template <std::size_t N>
struct resumable_task_events {
  resumable_task_events() = default;
  template <class... Events>
    requires(sizeof...(Events) == N && N > 0 && (std::is_same_v<std::remove_cvref_t<Events>, event> && ...))
  resumable_task_events(Events&&... events) : events_{(&events)...} {}

  bool await_ready() const {
    return std::all_of(events_.begin(), events_.end(), [](const event* e) { return e->finished(); });
  }
  void await_suspend(std::coroutine_handle<resumable_task_state>) {}
  void await_resume() {
    for (event* e : events_) e->finish();
  }
  const std::array<event*, N>& events() const { return events_; }

 private:
  std::array<event*, N> events_{};
};
template <class... Events>
resumable_task_events(Events&&...) -> resumable_task_events<sizeof...(Events)>;

}  // namespace ttg
#endif

#endif
