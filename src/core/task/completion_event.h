// The events of detachable tasks (OpenMP 5.2, section 12.5.2). A program may keep an event's handle after the task has
// ended without the event (cancellation), and use it from any thread. So an event is not part of its task: it is one of
// many slots that are used again and never freed.
//
// DETACH-2: a handle reaches the event that it was made for, or none.
//   A handle is the number of a slot and its generation. The slot's word has the generation, too; closing the event adds
//   one. A fulfiller changes the word by compare-and-swap only, from a word of the handle's generation, which never comes
//   again. It reads the rest of the slot only after an exchange that has made it the one to end the task and to close the
//   event. What never changes, such as the slot's pool, may be read at any time.
// DETACH-3: a slot that another thread has closed comes home once. Such threads push it on the pool's list (release); the
//   pool's thread takes the whole list (acquire). So the list has no ABA.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/short_lock.h"

namespace xomp::sched {
struct TeamTasks;
}  // namespace xomp::sched

namespace xomp::task {

struct Task;
class EventPool;

using EventHandle = std::uint64_t;

// The word of an event:
//   63           3 |        2         |     1     |     0
//   generation     | the one before   | fulfilled | body is
//                  | was fulfilled    |           | over
class EventState {
 public:
  static constexpr std::uint64_t kBodyOver = 1, kFulfilled = 2, kFulfilledBefore = 4;

  explicit EventState(std::uint64_t word) : word_(word) {}
  std::uint64_t word() const { return word_; }
  std::uint64_t generation() const { return word_ >> kBits; }
  bool has(std::uint64_t bit) const { return (word_ & bit) != 0; }
  EventState with(std::uint64_t bit) const { return EventState(word_ | bit); }
  EventState next() const { return EventState((generation() + 1) << kBits | (has(kFulfilled) ? kFulfilledBefore : 0)); }

 private:
  static constexpr int kBits = 3;
  std::uint64_t word_;
};

struct alignas(platform::cache_line) CompletionEvent {
  // [DETACH-1] [DETACH-2] The executor of the task and fulfillers write it.
  atomic<std::uint64_t> word;
  // Written by the pool's thread when it opens the event, and read by the one that ends the task.
  Task* task;
  sched::TeamTasks* team;  // counts the task's end
  // Written once.
  EventPool* home;
  std::uint32_t number;
  // Held while a tool is told whether the event was fulfilled before or after the end of the body, so that it hears of
  // both in order. The thread that fulfils the event and the executor hold it around their changes of `word`.
  platform::ShortLock telling;
  CompletionEvent* next;  // in a list of free slots; the holder of the list writes it

  EventState state(std::memory_order order) const { return EventState(word.load(order)); }
  EventHandle handle() const;
  // Makes the handle useless and gives the slot back. `own`: the calling thread's pool. Called by the thread that ends
  // the task, or lets go of its event before the body is over.
  void close(EventPool& own);
};

// One worker's free slots; used by that worker alone, except where a comment says otherwise.
class EventPool {
 public:
  // Opens an event for a task that no other thread knows yet.
  CompletionEvent& open(Task* task, sched::TeamTasks* team);
  // The id of the worker whose pool this is; any thread may ask for it.
  void set_owner(std::int32_t id) { owner_ = id; }
  std::int32_t owner() const { return owner_; }

 private:
  friend struct CompletionEvent;

  CompletionEvent* take();
  void put(CompletionEvent* event);
  void put_from_elsewhere(CompletionEvent* event);  // [DETACH-3] any thread

  CompletionEvent* free_ = nullptr;
  std::int32_t owner_ = -1;                     // written once
  atomic<CompletionEvent*> returned_{nullptr};  // [DETACH-3]
};

// All slots, in blocks; each block is twice as long as the one before, which has 2^kFirstBlockBits. Made on demand, and stay.
inline constexpr int kEventBlocks = 20, kFirstBlockBits = 6;
extern atomic<CompletionEvent*> event_blocks[kEventBlocks];
extern atomic<std::uint32_t> event_slots_given;

// The slot that the handle names, or nullptr if no such slot was ever made. The event may be closed. Any thread.
CompletionEvent* event_of(EventHandle handle);
std::uint64_t generation_of(EventHandle handle);

}  // namespace xomp::task
