// Tasks: how deep they are recorded, where each thread looks at its own rate; and the rare events.
#include "trace/recorded_tasks.h"

namespace xomp::trace {

using trace_file::Kind;

namespace {

// A recorded task costs about 60 ns more than another one. So many are recorded in any case, before anybody looks.
constexpr std::uint64_t kFree = 20'000;
constexpr std::uint32_t kWindow = 256;         // tasks between two looks at the clock
constexpr std::uint64_t kFast = 2500 * 3 / 2;  // ticks a task: below that recording costs more than 4 percent
constexpr std::uint64_t kSlow = 4 * kFast;     // above that one level more may be recorded
constexpr std::uint64_t kPause = 50'000'000;   // ticks, about 20 ms, after which a thread that records none tries again
constexpr std::uint32_t kSkipsPerLook = 1024;

void change_limit(Lane& lane, std::uint32_t limit, std::uint64_t now) {
  lane.depth_limit = limit;
  lane.created_in_window = lane.skipped = 0;
  lane.window_began = now;
  leaves_out.store(true, relaxed);  // hint, as said there
  record_at(lane, now, Kind::depth, limit, limit < 255 ? static_cast<std::uint8_t>(limit) : 255);
}

// Called after a window of tasks. `depth` is the depth of the last one.
[[gnu::cold, gnu::noinline]] void look_at_rate(Lane& lane, std::uint32_t depth) {
  const std::uint64_t now = platform::ticks();
  const std::uint64_t each = (now - lane.window_began) / kWindow;
  lane.created_in_window = 0;
  if (lane.allowance < kFree) {
    lane.allowance += kWindow;
  } else if (each < kFast) {
    return change_limit(lane, (depth < lane.depth_limit ? depth : lane.depth_limit) - 1, now);
  } else if (each > kSlow && lane.depth_limit < 1000) {
    return change_limit(lane, lane.depth_limit + 1, now);
  }
  lane.window_began = now;
}

}  // namespace

bool records_children_to_depth(Lane& lane, const TaskRecord& parent) {
  if (parent.is_last) return false;
  if (parent.depth < lane.depth_limit) return true;
  if (++lane.skipped % kSkipsPerLook != 0) return false;
  const std::uint64_t now = platform::ticks();
  if (now - lane.window_began > kPause) change_limit(lane, lane.depth_limit + 1, now);
  return false;
}

void note_depth(Lane& lane, TaskRecord& record, const TaskRecord* parent) {
  record.depth = parent != nullptr ? parent->depth + 1 : 1;
  if (++lane.created_in_window == kWindow) look_at_rate(lane, record.depth);
  record.is_last = record.depth >= lane.depth_limit;
}

void record_site(Lane& lane, std::uint64_t body, std::uint64_t call) {
  lane.sites[body >> 4 & (Lane::kSites - 1)] = body;
  record_with(lane, platform::ticks(), Kind::site, body, 0, call);
}

}  // namespace xomp::trace
