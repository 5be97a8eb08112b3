// Writes the records of tasks and taskwaits. These are a traced program's most frequent events, so the scheduler calls
// the recorder for them, and not a tool's callbacks. All of this is called by the thread whose lane it is.
#pragma once

#include "trace/recorder.h"
#include "trace/records.h"

namespace xomp::trace {

inline std::uint64_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p) & trace_file::kAddressMask; }

// The number that the next task or region of this lane gets. A new chunk says how many were given out before it, so the record
// comes first.
inline std::uint64_t next_number(const Lane& lane) { return lane.name + lane.numbers; }
inline std::uint64_t maker_of(std::uint64_t number) {  // a lane's name
  return number >> trace_file::kNumberBits << trace_file::kNumberBits;
}

// ---- how deep tasks are recorded ----

// Says whether a new task of this one is recorded. At the level `tasks` a thread that makes them faster than recording is
// cheap leaves out those deep in a recursion: then `parent` was the last on its way down, and its descendants are
// plain tasks at full speed. So a tree of tasks is recorded whole, or it is one slice.
bool records_children_to_depth(Lane& lane, const TaskRecord& parent);
inline bool records_children_of(Lane& lane, const TaskRecord& parent) {
  if (is_paused.load(relaxed)) [[unlikely]]  // hint
    return false;
  return records_all || records_children_to_depth(lane, parent);
}
// The task was made by that one, and may be the last.
void note_depth(Lane& lane, TaskRecord& record, const TaskRecord* parent);

// ---- events ----

// The construct that makes tasks with this body, once in a while.
[[gnu::cold, gnu::noinline]] void record_site(Lane& lane, std::uint64_t body, std::uint64_t call);
inline void note_site(Lane& lane, std::uint64_t body, const void* call) {
  if (lane.sites[body >> 4 & (Lane::kSites - 1)] != body && call != nullptr) record_site(lane, body, address(call));
}

inline void record_create(Lane& lane, TaskRecord& task, const void* body, const void* call, std::uint8_t flags) {
  note_site(lane, address(body), call);
  task.word.value = next_number(lane);
  record_border(lane, platform::ticks(), trace_file::Kind::create, address(body), flags);
  ++lane.numbers;
}

// It begins at once.
inline void record_in_place(Lane& lane, TaskRecord& task, const void* body, const void* call, std::uint8_t flags) {
  note_site(lane, address(body), call);
  task.word.value = next_number(lane);
  lane.border = nullptr;  // [BORDER-1]
  record(lane, trace_file::Kind::create, address(body), flags | trace_file::kBegins);
  ++lane.numbers;
}

// `may_wait`: the task has dependences, or the like.
inline void record_begin(Lane& lane, TaskRecord& task, bool may_wait) {
  using trace_file::Kind;
  trace_file::Record* const border = lane.border;
  const std::uint64_t number = task.word.value;
  lane.border = nullptr;  // [BORDER-1]
  task.has_begun = true;
  if (border == nullptr || border + 1 != lane.next || may_wait || maker_of(number) != lane.name ||
      leaves_out.load(relaxed))  // hint
    return record(lane, Kind::begin, number);
  const std::uint64_t first = border->time_kind_aux;
  switch (trace_file::kind_of(*border)) {
    case Kind::end:
      return write(border, trace_file::pack(trace_file::time_of(*border), Kind::next, trace_file::aux_of(*border)),
                   number);
    case Kind::create:
      if (number + 1 == next_number(lane)) return platform::publish(border->time_kind_aux, first | trace_file::kBegins);
      [[fallthrough]];
    default: record_at(lane, first >> 16, Kind::begin, number);
  }
}

// `how`: 1 = cancelled, 2 = its event is open.
inline void record_end(Lane& lane, std::uint8_t how) {
  const std::uint64_t now = platform::ticks();
  record_border(lane, now, trace_file::Kind::end, 0, how);
  look_if_due(lane, now);
}

// The lane goes on with a task that is not the one below.
inline void go_on_with(Lane& lane, TaskRecord& task) {
  if (!task.has_begun) return record_begin(lane, task, true);
  lane.border = nullptr;  // [BORDER-1]
  record(lane, trace_file::Kind::resume, task.word.value);
}

inline void record_wait_end(Lane& lane, std::uint64_t call, std::uint8_t kind) {
  lane.border = nullptr;  // [BORDER-1]
  record(lane, trace_file::Kind::wait_end, call, kind);
}

}  // namespace xomp::trace
