// Waits and states that no tool hears of, and what the system says of a thread's time: how long it ran, and how long others ran instead.
#include "platform/process.h"
#include "trace/recorder.h"

namespace xomp::trace {

using trace_file::Kind;

namespace {

constexpr std::uint64_t kBetween_us = 1000;
constexpr std::uint64_t kMissing_ns = 20'000;  // less than this is the noise of two clocks

// Says whether the thread lacks more than a fiftieth of the time since the last look. An idle thread always does. The first look of a thread
// tells the delay that it begins with.
bool lacks_time(const Lane& lane, std::uint64_t now_ns, std::uint64_t ran_ns) {
  if (lane.looked_ns == 0) return true;
  const std::uint64_t passed = now_ns - lane.looked_ns, ran = ran_ns - lane.ran_ns;
  return passed > ran && passed - ran > kMissing_ns + passed / 50;
}

// If a thread never gave its processor away, all it lacks is delay. The system tells less where a virtual machine lost the processor itself,
// and nothing where it keeps no account.
std::uint64_t delay_of(Lane& lane, std::uint64_t missing_ns) {
  const std::uint64_t given = platform::thread_switches_given(), told = platform::thread_delay_ns();
  const std::uint64_t delay = told == UINT64_MAX ? 0 : told;
  const std::uint64_t since = delay - lane.told_delay;
  if (given == lane.switches_given && since < missing_ns) lane.untold_delay += missing_ns - since;
  lane.switches_given = given;
  lane.told_delay = delay;
  return delay + lane.untold_delay;
}

}  // namespace

void look_at_processor_time(Lane& lane, std::uint64_t ticks) {
  const std::uint64_t now_ns = platform::now_ns(), ran_ns = platform::thread_processor_ns();
  const bool lacks = lacks_time(lane, now_ns, ran_ns);
  const std::uint64_t missing_ns = lacks && lane.looked_ns != 0 ? now_ns - lane.looked_ns - (ran_ns - lane.ran_ns) : 0;
  lane.next_look = ticks + kBetween_us * platform::ticks_of_a_microsecond();
  lane.looked_ns = now_ns;
  lane.ran_ns = ran_ns;
  if (!lacks) {
    record_at(lane, ticks, Kind::processor_time, ran_ns);
    return;
  }
  record_with(lane, ticks, Kind::processor_time, ran_ns, 0, delay_of(lane, missing_ns));
}

void record_idle(bool begins) {
  if (Lane* const lane = lane_in_use()) record_end_of(*lane, begins ? Kind::idle_begin : Kind::idle_end, 0);
}

void record_state_and_look(Lane& lane, std::uint64_t ticks, Activity activity) {
  record_at(lane, ticks, Kind::state, lane.runtime_since, static_cast<std::uint8_t>(activity));
  lane.runtime_since = 0;
  look_if_due(lane, ticks);
}

void record_call_begin(trace_file::CallKind kind, std::uint32_t name) {
  Lane* const lane = lane_in_use();
  if (lane == nullptr) return;
  const std::uint64_t now = platform::ticks();
  lane->border = nullptr;   // [BORDER-1]
  look_if_due(*lane, now);  // before it: what the thread lacked was not lost in the call
  record_at(*lane, now, Kind::call_begin, name, static_cast<std::uint8_t>(kind));
}

void record_call_end(trace_file::CallKind kind, bool still_waits) {
  Lane* const lane = lane_in_use();
  if (lane == nullptr) return;
  lane->border = nullptr;  // [BORDER-1]
  const auto aux = static_cast<std::uint8_t>(kind);
  record_end_of(*lane, Kind::call_end, 0, still_waits ? aux | trace_file::kStillWaits : aux);
}

}  // namespace xomp::trace
