// The part of the mutexes' events that knows threads.
#include "core/api/watch_mutex.h"

#include "core/team/roots.h"

namespace xomp::api {

namespace {

std::uint32_t state_of(ompt_mutex_t kind) {
  switch (kind) {
    case ompt_mutex_critical: return ompt_state_wait_critical;
    case ompt_mutex_atomic: return ompt_state_wait_atomic;
    case ompt_mutex_ordered: return ompt_state_wait_ordered;
    default: return ompt_state_wait_lock;
  }
}

}  // namespace

bool find_tool() {
  if (!may_be_watched()) return false;
  team::self();
  return is_watched();
}

WatchedAcquisition::WatchedAcquisition(const Mutex& mutex) {
  trace::ThreadRecord& seen = team::self().seen;
  trace::report<ompt_callback_mutex_acquire_t>(ompt_callback_mutex_acquire, mutex.kind, mutex.hint,
                                               mutex.kind == ompt_mutex_ordered ? 0u : kSpinThenSleep, mutex.id(),
                                               mutex.call);
  seen.wait_id.store(mutex.id(), relaxed);  // for the thread's own signal handlers
  state_before_ = seen.enter_state(state_of(mutex.kind));
}

WatchedAcquisition::~WatchedAcquisition() {
  trace::ThreadRecord& seen = team::self().seen;
  seen.enter_state(state_before_);
  seen.wait_id.store(0, relaxed);  // as above
}

}  // namespace xomp::api
