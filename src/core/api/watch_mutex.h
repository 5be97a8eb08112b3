// Mutual exclusion, as a tool sees it: locks, critical, ordered, atomic brackets. Entries for locks need no team. So
// while it is not known whether there is a tool (TOOL-1) they take the cold path too: the lock may be the program's
// first use of the runtime.
#pragma once

#include <cstdint>

#include "omp-tools.h"
#include "platform/caller.h"
#include "trace/call.h"
#include "trace/recorder.h"
#include "trace/tool.h"

namespace xomp::api {

using trace::Call;
using trace::is_watched;
using trace::may_be_watched;
[[gnu::always_inline]] inline Call here() { return {platform::return_address(), platform::frame_address()}; }

// Registers the thread, which looks for a tool if nobody has. Returns true if there is one.
bool find_tool();

struct Mutex {
  ompt_mutex_t kind;
  const void* lock;
  const void* call;
  unsigned hint = 0;

  ompt_wait_id_t id() const { return reinterpret_cast<std::uintptr_t>(lock); }
};

inline constexpr unsigned kSpinThenSleep = 1;  // index of how locks are made, for ompt_enumerate_mutex_impls

// Notes for a trace where the compiler says that the construct of this call is. `text` must live as long as the
// program.
inline void note_place(const void* call, const char* text) {
  if (trace::is_recording()) trace::note_place(call, text);
}

// Says in the thread's state that it waits for a lock, as long as it does.
class WatchedAcquisition {
 public:
  explicit WatchedAcquisition(const Mutex& mutex);
  ~WatchedAcquisition();
  WatchedAcquisition(const WatchedAcquisition&) = delete;
  WatchedAcquisition& operator=(const WatchedAcquisition&) = delete;

 private:
  std::uint32_t state_before_;
};

inline void watch_acquired(const Mutex& mutex) {
  trace::report<ompt_callback_mutex_t>(ompt_callback_mutex_acquired, mutex.kind, mutex.id(), mutex.call);
}
inline void watch_released(const Mutex& mutex) {
  trace::report<ompt_callback_mutex_t>(ompt_callback_mutex_released, mutex.kind, mutex.id(), mutex.call);
}
inline void watch_nesting(const Mutex& mutex, ompt_scope_endpoint_t endpoint) {
  trace::report<ompt_callback_nest_lock_t>(ompt_callback_nest_lock, endpoint, mutex.id(), mutex.call);
}

// In each of these `action()` does what the entry does without a tool.
template <class Action>
[[gnu::cold, gnu::noinline]] inline void watched_acquire(const Mutex& mutex, Action action) {
  if (!find_tool()) return action();
  {
    const WatchedAcquisition waiting(mutex);
    action();
  }
  watch_acquired(mutex);
}
template <class Action>
[[gnu::cold, gnu::noinline]] inline void watched_release(const Mutex& mutex, Action action) {
  if (trace::is_recording()) trace::mark_release(mutex.id());
  action();
  if (find_tool()) watch_released(mutex);
}
// Returns what `action()` does: whether the lock was free.
template <class Action>
[[gnu::cold, gnu::noinline]] inline bool watched_try(const Mutex& mutex, Action action) {
  if (!find_tool()) return action();
  bool got;
  {
    const WatchedAcquisition waiting(mutex);
    got = action();
  }
  if (got) watch_acquired(mutex);
  return got;
}
[[gnu::cold, gnu::noinline]] inline void watch_lock_init(const Mutex& mutex) {
  if (!find_tool()) return;
  trace::report<ompt_callback_mutex_acquire_t>(ompt_callback_lock_init, mutex.kind, mutex.hint, kSpinThenSleep,
                                               mutex.id(), mutex.call);
}
[[gnu::cold, gnu::noinline]] inline void watch_lock_destroy(const Mutex& mutex) {
  if (!find_tool()) return;
  trace::report<ompt_callback_mutex_t>(ompt_callback_lock_destroy, mutex.kind, mutex.id(), mutex.call);
}

}  // namespace xomp::api
