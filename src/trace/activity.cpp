// The clock of activities: its unit, and each thread's own.
#include "trace/activity.h"

#include "trace/recorder.h"

namespace xomp::trace {

bool measures = false, follows_waits = false;
constinit thread_local ActivityClock* own_clock __attribute__((tls_model("initial-exec"))) = nullptr;

namespace {

// Both clocks when measuring began; written once, while the library is loaded.
std::uint64_t first_ticks, first_ns;

}  // namespace

void start_measuring() {
  measures = follows_waits = true;
  first_ns = platform::now_ns();
  first_ticks = platform::ticks();
}

double seconds_measured() { return static_cast<double>(platform::now_ns() - first_ns) * 1e-9; }

double ticks_per_second() {
  const double seconds = seconds_measured();
  return seconds > 0 ? static_cast<double>(platform::ticks() - first_ticks) / seconds : 1;
}

Activity switch_own_clock(Activity next) { return own_clock != nullptr ? own_clock->switch_to(next) : next; }

void begin_slow_wait(Activity& before) {
  before = switch_to(Activity::waiting);
  if (is_recording()) record_idle(true);
}

void end_slow_wait(Activity before) {
  switch_to(before);
  if (is_recording()) record_idle(false);
}

void note_border(Activity next) {
  switch_to(next);
  Lane* const lane = own_lane;
  if (records_states() && lane != nullptr) record_state(*lane, next);
}

}  // namespace xomp::trace
