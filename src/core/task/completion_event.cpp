// The table of all events, and each worker's free ones.
#include "core/task/completion_event.h"

#include <bit>

#include "core/task/task.h"
#include "platform/memory.h"

namespace xomp::task {

atomic<CompletionEvent*> event_blocks[kEventBlocks];
atomic<std::uint32_t> event_slots_given{0};

namespace {

constexpr int kNumberBits = kEventBlocks + kFirstBlockBits;
constexpr std::uint32_t kBatch = 16;  // slots that a worker takes at once; divides the length of each block

// Block b has the numbers from (2^b - 1) * 64 on.
struct Place {
  explicit Place(std::uint32_t number) {
    const std::uint32_t shifted = (number >> kFirstBlockBits) + 1;
    block = static_cast<int>(std::bit_width(shifted)) - 1;
    index = number - (((1u << block) - 1) << kFirstBlockBits);
  }
  int block;
  std::uint32_t index;
};

CompletionEvent* block_with(int number) {
  atomic<CompletionEvent*>& block = event_blocks[number];
  CompletionEvent* slots = block.load(acquire);  // its zeroes; pairs with the exchange below
  if (slots != nullptr) return slots;
  const std::size_t bytes = sizeof(CompletionEvent) << (kFirstBlockBits + number);
  auto* const fresh = static_cast<CompletionEvent*>(platform::reserve_pages(bytes));
  if (fresh == nullptr) platform::out_of_memory("events of detachable tasks");
  if (block.compare_exchange_strong(slots, fresh, acq_rel, acquire)) return fresh;
  platform::unmap_pages(fresh, bytes);
  return slots;
}

}  // namespace

EventHandle CompletionEvent::handle() const { return state(relaxed).generation() << kNumberBits | number; }
std::uint64_t generation_of(EventHandle handle) { return handle >> kNumberBits; }

CompletionEvent* event_of(EventHandle handle) {
  const Place place(static_cast<std::uint32_t>(handle & ((1u << kNumberBits) - 1)));
  CompletionEvent* const slots = place.block < kEventBlocks ? event_blocks[place.block].load(acquire) : nullptr;
  return slots == nullptr ? nullptr : &slots[place.index];
}

void CompletionEvent::close(EventPool& own) {
  // [DETACH-2] Relaxed is enough, because nothing else changes hands by it. A fulfiller's exchange comes before, and
  // counts for nothing more then, or it fails.
  word.store(state(relaxed).next().word(), relaxed);
  if (home == &own) own.put(this);
  else home->put_from_elsewhere(this);
}

CompletionEvent& EventPool::open(Task* task, sched::TeamTasks* team) {
  CompletionEvent* const event = take();
  event->task = task;
  event->team = team;
  return *event;
}

CompletionEvent* EventPool::take() {
  if (free_ == nullptr) free_ = returned_.exchange(nullptr, acquire);  // [DETACH-3]
  if (free_ == nullptr) {
    const std::uint32_t first = event_slots_given.fetch_add(kBatch, relaxed);  // only the number counts
    const Place place(first);
    if (place.block >= kEventBlocks) platform::out_of_memory("events of detachable tasks");
    CompletionEvent* const slots = block_with(place.block);
    for (std::uint32_t i = kBatch; i-- != 0;) {
      CompletionEvent& event = slots[place.index + i];
      event.home = this;
      event.number = first + i;
      event.word.store(EventState(0).next().word(), relaxed);  // so that no handle is 0; not yet shared
      put(&event);
    }
  }
  CompletionEvent* const event = free_;
  free_ = event->next;
  return event;
}

void EventPool::put(CompletionEvent* event) {
  event->next = free_;
  free_ = event;
}

void EventPool::put_from_elsewhere(CompletionEvent* event) {
  CompletionEvent* head = returned_.load(relaxed);  // rechecked by the exchange
  do event->next = head;
  while (!returned_.compare_exchange_weak(head, event, release, relaxed));  // [DETACH-3]
}

}  // namespace xomp::task
