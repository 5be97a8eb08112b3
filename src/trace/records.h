// What the runtime keeps for a tool: the tool's words, and what its inquiries ask for. There are records only while a tool
// watches. Everything here is read by inquiries in signal handlers that interrupt the thread anywhere. So a link is
// published after what it leads to is complete, and each store leaves a valid chain.
#pragma once

#include <cstdint>
#include <new>

#include "omp-tools.h"
#include "platform/atomic.h"
#include "trace/call.h"

namespace xomp::task {
struct Task;
}

namespace xomp::trace {

// A parallel region, in its Team; also the region around an initial task. Written by the primary before the threads are
// released into the region.
struct RegionRecord {
  ompt_data_t word;     // the tool's
  RegionRecord* outer;  // the region around it
  std::int32_t size;    // threads
  int flags;            // as reported at its begin
  const void* call;     // return address of the construct
};

// One task region. Written by its creator until the task is handed over, then by the thread that executes it.
struct TaskRecord {
  ompt_data_t word;      // the tool's
  ompt_frame_t frame;    // the executor, around its calls into and out of the task's code
  TaskRecord* below;     // what was executing on this thread when this one was scheduled; for an implicit task the
                         // encountering one; nullptr: there is none
  RegionRecord* region;  // nullptr: over, though the thread may still be in its last barrier
  int flags;             // ompt_task_flag_t
  std::int32_t thread_number;
  int state_below;    // state of the thread when it was scheduled
  bool is_cancelled;  // its end is to be reported as cancelled
  // What it stands for: a task; a taskwait with dependences, which has no body; code that is no OpenMP task, and that a tool
  // does not see (native tasks). The last one is not in the records' memory.
  enum Kind : std::uint8_t { task, wait, none } kind;
  void* data;  // its data environment, and how large that is
  std::size_t data_bytes;
  void (*thunk)(int thread_id, task::Task*);    // what Task::thunk held before the record took that place
  std::uint64_t chunk_start, chunk_iterations;  // of a taskloop's task; no iterations: not one of these
  // LIVE-1: a dependence of a task that may end meanwhile. The creator of the dependent task changes `running` to `pinned`
  //   around the callback that has both words; the executor changes `running` to `ended` before it reports the end,
  //   and waits while the record is pinned. So no word is passed after its end was.
  enum Life : std::uint32_t { running, pinned, ended };
  atomic<std::uint32_t> life;
  TaskRecord* next_free;  // in a list of free records
  // The recorder's (trace/recorded_tasks.h). Written by the creator, the last two by the executor.
  std::uint32_t depth;  // recorded tasks from the implicit one to it
  bool is_last;         // what it makes is not recorded
  bool has_begun;
  std::uint32_t deep_before;  // TeamThread::deep_from, around a task that is the last

  bool try_pin() {
    std::uint32_t expected = running;
    return life.compare_exchange_strong(expected, pinned, acquire, relaxed);  // [LIVE-1]
  }
  void unpin() { life.store(running, release); }  // [LIVE-1]
  void end() {
    for (std::uint32_t expected = running; !life.compare_exchange_weak(expected, ended, acquire, relaxed);)  // [LIVE-1]
      expected = running;
  }
};

// The worksharing construct that a thread is in, so that its begin and end pair. gcc's code does not tell the end of a
// single; then the thread's next entry is the end.
struct WorkRecord {
  int kind = 0;  // ompt_work_t; 0: none
  std::uint64_t count = 0;
  const void* call = nullptr;
  bool ends_late = false;  // a barrier after it belongs to it
  bool reduces = false;    // between the two calls of a reduction
};

// A thread that the runtime knows. That thread alone writes it.
struct ThreadRecord {
  ompt_data_t word = {0};                             // the tool's
  atomic<std::uint32_t> state{ompt_state_undefined};  // read by the thread's own signal handlers; the next two as well
  atomic<ompt_wait_id_t> wait_id{0};
  atomic<TaskRecord*> running{nullptr};  // the task region that the tool knows to be executing; nullptr: none
  Call call;                             // of the entry under way
  bool by_program = false;               // of the region that begins: compiled code calls its body itself
  int barrier = ompt_sync_region_barrier_implementation;  // kind of the barrier that begins, or kAnyBarrier
  bool begun = false;                                     // thread_begin was reported, thread_end was not
  bool yields = false;                                    // inside taskyield
  bool may_be_deferred = true;                            // the if clause of the task that is about to be made
  TaskRecord* free_records = nullptr;
  std::int32_t free_count = 0;

  std::uint32_t enter_state(std::uint32_t next) {
    const std::uint32_t before = state.load(relaxed);
    state.store(next, relaxed);
    return before;
  }
};

// Records for explicit tasks. The thread that ends a task keeps its record for tasks that it makes; what is too many goes
// to the other threads. Their memory is never given up: an inquiry of a thread that is late in its region's last barrier may still follow
// a link to a task that has ended.
inline constexpr std::int32_t kRecordBatch = 64;
[[gnu::cold]] void fetch_records(ThreadRecord& me);  // the thread has none
[[gnu::cold]] void share_records(ThreadRecord& me);  // it has two batches

// As it comes: the caller writes what it needs.
inline TaskRecord& take_used_record(ThreadRecord& me) {
  if (me.free_records == nullptr) [[unlikely]]
    fetch_records(me);
  TaskRecord& record = *me.free_records;
  me.free_records = record.next_free;
  --me.free_count;
  return record;
}
inline TaskRecord* take_record(ThreadRecord& me) { return new (&take_used_record(me)) TaskRecord{}; }
inline void give_record_back(ThreadRecord& me, TaskRecord* record) {
  record->next_free = me.free_records;
  me.free_records = record;
  if (++me.free_count >= 2 * kRecordBatch) [[unlikely]]
    share_records(me);
}
// These stand around fork(), so that the child finds the shared list whole.
void hold_records_for_fork();
void release_records_after_fork();

}  // namespace xomp::trace
