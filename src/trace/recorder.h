// The recorder of XOMP_TRACE: each thread writes 16-byte records into chunks of a mapped file (include/xomp/trace_file.h says
// what they mean). The thread alone writes its chunk: no lock, no read-modify-write but one for each new chunk, no wait. Where
// there is no chunk, because the file has its limit or the disk is full, records are counted and dropped.
//
// TRACE-1: a chunk belongs to one lane from the moment at which the thread has added to `chunks`. The lane's words are its
//   thread's own. A lane goes from a thread that ends to one that begins under the lock of the list of lanes.
// TRACE-2: `recording` is written by the thread that starts or ends the recorder, or is alone in fork()'s child. A thread that
//   misses the end writes a few records more into a file that stays mapped.
//
// BORDER-1: reading the clock is the dearest part of an event. So a task begins at the time of the event before it, where only the
//   runtime's code lies between, and no search for a task. `border` is that event's record: the lane's last one, written since the
//   thread has come into the runtime. It says that a task was created, that one has ended, or that a wait begins.
//   The thread forgets the record when it goes back into the program's code, and when it comes from there. A task that
//   another thread has made, or that waits for others, may have been searched for: its beginning is read from the
//   clock.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/clock.h"
#include "platform/mapped_file.h"
#include "trace/activity.h"
#include "xomp/trace_file.h"

namespace xomp::trace {

// What XOMP_TRACE and its companions ask for.
struct TraceSettings {
  const char* path = nullptr;  // nullptr: no trace. %p stands for the process, %h for the host, %r for the rank
  trace_file::Level level = trace_file::Level::tasks;
  std::uint64_t limit_bytes = std::uint64_t{256} << 20;
  bool keeps_last = false;
};

enum class Recording : std::uint8_t { off, states, tasks };
extern atomic<Recording> recording;
inline bool is_recording() { return recording.load(relaxed) != Recording::off; }       // [TRACE-2]
inline bool records_states() { return recording.load(relaxed) == Recording::states; }  // [TRACE-2]
inline bool records_tasks() { return recording.load(relaxed) == Recording::tasks; }    // [TRACE-2]
// Is everything wanted, whatever it costs?
extern bool records_all;  // written before `recording`

// The part of the file to which one thread writes.
struct Lane {
  trace_file::Record* next = nullptr;
  trace_file::Record* end = nullptr;
  trace_file::Record* border = nullptr;     // BORDER-1
  std::uint64_t numbers = 0;                // given out to tasks and regions of this lane
  std::uint64_t name = 0;                   // the lane's number, above kNumberBits
  std::uint64_t dropped = 0;                // since the last record that was kept
  std::uint64_t dropped_at = 0;             // when that began
  std::uint64_t next_look = 0;              // from when on the thread's processor time is to be recorded again
  std::uint64_t looked_ns = 0, ran_ns = 0;  // when it was recorded last, and what it was
  // How often the thread had given its processor away; the delay that the system had told, and what it did not tell.
  std::uint64_t switches_given = 0, told_delay = 0, untold_delay = 0;
  std::uint64_t runtime_since = 0;  // when the runtime took the thread up, as no record says yet; 0: it did not
  std::uint64_t mutex_since = 0;    // when the thread began to wait for a mutex
  std::uint64_t releasing = 0;      // the mutex that the thread began to release last, and when:
  std::uint64_t released_at = 0;    // a tool is told afterwards, when a woken thread may have taken the processor
  std::uint32_t sequence = 0;       // of the next chunk
  std::uint32_t first_chunk = 0;    // of a lane that overwrites: its chunks are a ring, linked by `following`
  std::uint32_t chunk = 0;
  // How deep tasks are recorded, and what that follows from (recorded_tasks.cpp).
  std::uint32_t depth_limit = UINT32_MAX;
  std::uint32_t created_in_window = 0, skipped = 0;
  std::uint64_t window_began = 0, allowance = 0;
  static constexpr int kHolds = 8;
  struct Hold {
    std::uint64_t mutex, since, call;
  } holds[kHolds];  // mutexes that the thread has
  int held = 0;
  static constexpr int kSites = 64;
  std::uint64_t sites[kSites] = {};   // bodies whose site was recorded, by a few of their bits
  std::uint64_t places[kSites] = {};  // calls whose place in the source was recorded, likewise
  Lane* next_free = nullptr;
};
extern constinit thread_local Lane* own_lane __attribute__((tls_model("initial-exec")));
inline Lane* lane_in_use() { return own_lane != nullptr && is_recording() ? own_lane : nullptr; }

// The program asks to leave out tasks that it makes from now on, or no longer. Returns false if nothing is recorded.
bool set_paused(bool paused);
extern atomic<bool> is_paused;
// Some tasks were left out: what a lane does between two records is not known. Never false again.
extern atomic<bool> leaves_out;

// Opens the file and begins. Returns false if there is none, or it cannot be opened (a warning says so).
bool start_recorder(const TraceSettings& settings);
// Figures that are known only at the end. No thread need have ended.
struct Totals {
  std::uint64_t created, in_place, stolen, regions;
};
void finish_recorder(const Totals& totals);
// In fork()'s child: the parent's file is let go, and the child's own is opened with its first record.
void restart_recorder_after_fork();
void hold_recorder_for_fork();
void release_recorder_after_fork();
// Writes into the file what the process is called.
void describe_recorded_process(int processors, const char* policy);

// The calling thread gets a lane, and gives it back.
void begin_lane(bool is_root);
void end_lane();

// Gives the lane a new chunk, or counts what is dropped: false.
[[gnu::cold, gnu::noinline]] bool extend(Lane& lane);

inline void write(trace_file::Record* at, std::uint64_t first, std::uint64_t value) {
  at->value = value;
  platform::publish(at->time_kind_aux, first);  // the reader stops at the first record without a kind
}

// Returns nullptr if it was dropped.
inline trace_file::Record* record_at(Lane& lane, std::uint64_t ticks, trace_file::Kind kind, std::uint64_t value,
                                     std::uint8_t aux = 0) {
  if (lane.next == lane.end) [[unlikely]]
    if (!extend(lane)) return nullptr;
  trace_file::Record* const at = lane.next++;
  write(at, trace_file::pack(ticks, kind, aux), value);
  return at;
}
inline void record(Lane& lane, trace_file::Kind kind, std::uint64_t value, std::uint8_t aux = 0) {
  record_at(lane, platform::ticks(), kind, value, aux);
}
// As record_at(), of an event that a border may be.
inline void record_border(Lane& lane, std::uint64_t ticks, trace_file::Kind kind, std::uint64_t value,
                          std::uint8_t aux = 0) {
  lane.border = record_at(lane, ticks, kind, value, aux);  // [BORDER-1]
}
// A record and its `more`: both are kept, or none.
inline void record_with(Lane& lane, std::uint64_t ticks, trace_file::Kind kind, std::uint64_t value, std::uint8_t aux,
                        std::uint64_t more, std::uint64_t small = 0) {
  if (lane.end - lane.next < 2) [[unlikely]] {
    while (lane.next != lane.end) write(lane.next++, trace_file::pack(0, trace_file::Kind::more, 1), 0);
    if (!extend(lane)) return;
  }
  write(lane.next++, trace_file::pack(ticks, kind, aux), value);
  write(lane.next++, trace_file::pack(small, trace_file::Kind::more, 0), more);
}

// About once a millisecond: how much processor time the thread has had. Called where something ends, so that what a thread lacks can be
// ascribed to what it did.
[[gnu::cold, gnu::noinline]] void look_at_processor_time(Lane& lane, std::uint64_t ticks);
// Returns whether that was due.
inline bool look_if_due(Lane& lane, std::uint64_t ticks) {
  if (ticks < lane.next_look) [[likely]]
    return false;
  look_at_processor_time(lane, ticks);
  return true;
}
// Records that something ends, be it that the thread now waits or does something else.
inline void record_end_of(Lane& lane, trace_file::Kind kind, std::uint64_t value, std::uint8_t aux = 0) {
  const std::uint64_t now = platform::ticks();
  record_at(lane, now, kind, value, aux);
  look_if_due(lane, now);
}

// A border of a region, at the level of states. A thread goes through the runtime on its way from one activity to the next: one record
// says both.
[[gnu::cold, gnu::noinline]] void record_state_and_look(Lane& lane, std::uint64_t ticks, Activity activity);
inline void record_state(Lane& lane, Activity activity) {
  const std::uint64_t now = platform::ticks();
  if (now >= lane.next_look || lane.next == lane.end) [[unlikely]]
    return record_state_and_look(lane, now, activity);
  if (activity != Activity::runtime) {
    record_at(lane, now, trace_file::Kind::state, lane.runtime_since, static_cast<std::uint8_t>(activity));
    lane.runtime_since = 0;
  } else if (lane.runtime_since == 0) {
    lane.runtime_since = now;
  }
}

// Puts the recorder's functions into the table of a tool's callbacks (recorded_events.cpp), whose place it takes while tasks are recorded.
void listen_for_recorder();

// ---- events that no tool hears of ----

// The compiler says where in the source a call is: `text` is part of the program. Kept once in a while.
[[gnu::cold, gnu::noinline]] void record_place(Lane& lane, std::uint64_t call, std::uint64_t text);
inline void note_place(const void* call, const char* text) {
  Lane* const lane = own_lane;
  const auto at = reinterpret_cast<std::uintptr_t>(call);
  if (lane != nullptr && lane->places[at >> 2 & (Lane::kSites - 1)] != at)
    record_place(*lane, at, reinterpret_cast<std::uintptr_t>(text));
}
// The thread is about to release a mutex.
[[gnu::cold, gnu::noinline]] void mark_release(std::uint64_t mutex);
// begin: a wait takes its first slow step. end: the wait is over.
// These are not cold, because a cold function is compiled for size: at the level of states a trace has no others, and a front end's tasks
// have no others, either.
[[gnu::noinline]] void record_idle(bool begins);
// The program waits in a call that is no construct. `name`: a number that record_name() was called with, or 0.
[[gnu::cold, gnu::noinline]] void record_call_begin(trace_file::CallKind kind, std::uint32_t name);
[[gnu::cold, gnu::noinline]] void record_call_end(trace_file::CallKind kind, bool still_waits);
[[gnu::noinline]] void record_graph_task(bool begins, std::uint32_t name);
// A task of xomp.h that the calling thread has taken from another one; the owner's own tasks are calls in its program.
[[gnu::cold, gnu::noinline]] void record_native_task(const void* function);
[[gnu::cold, gnu::noinline]] void record_native_end();
// The number of a text in the file, for tasks of front ends. The text stays.
void record_name(std::uint32_t number, const char* text);

// For messages between processes. `id` is the number by which all processes know the world. Returns the world's number
// in the file; 0: neither tasks nor messages are recorded.
std::uint32_t record_world(std::uint64_t id, std::uint32_t rank, std::uint32_t size);
struct Message {
  std::uint32_t world, peer;
  std::uint64_t number, bytes;
  bool is_by_itself, has_come;
};
[[gnu::cold, gnu::noinline]] void record_message(const Message& message);
// The calling thread only moves them.
[[gnu::cold, gnu::noinline]] void record_message_thread();

}  // namespace xomp::trace
