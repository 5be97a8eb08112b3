// See virtual_thread.h.
#include "models/simulate/virtual_thread.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace xomp::simulate {

VirtualThread* running = nullptr;
Picoseconds horizon = 0;

namespace {

constexpr Picoseconds kNever = ~Picoseconds{0};
VirtualTime* time_of_all = nullptr;

}  // namespace

void ClockQueue::add(VirtualThread& thread) {
  heap_.push_back(&thread);
  put(&thread, heap_.size() - 1);
  rise(heap_.size() - 1);
}

void ClockQueue::remove(VirtualThread& thread) {
  const auto at = static_cast<std::size_t>(thread.place);
  VirtualThread* const last = heap_.back();
  heap_.pop_back();
  thread.place = -1;
  if (last == &thread) return;
  put(last, at);
  rise(at);
  sink(static_cast<std::size_t>(last->place));
}

void ClockQueue::rise(std::size_t at) {
  VirtualThread* const thread = heap_[at];
  while (at != 0) {
    const std::size_t above = (at - 1) / 2;
    if (!before(*thread, *heap_[above])) break;
    put(heap_[above], at);
    at = above;
  }
  put(thread, at);
}

void ClockQueue::sink(std::size_t at) {
  VirtualThread* const thread = heap_[at];
  for (;;) {
    std::size_t below = 2 * at + 1;
    if (below >= heap_.size()) break;
    if (below + 1 < heap_.size() && before(*heap_[below + 1], *heap_[below])) ++below;
    if (!before(*heap_[below], *thread)) break;
    put(heap_[below], at);
    at = below;
  }
  put(thread, at);
}

VirtualThread* VirtualTime::start(void* (*body)(void*), void* argument, Picoseconds clock) {
  const int number = static_cast<int>(threads_.size());
  if (number >= machine_.processors()) return nullptr;
  threads_.push_back(std::make_unique<VirtualThread>(number, number, machine_, stack_bytes_));
  VirtualThread& thread = *threads_.back();
  thread.body = body;
  thread.argument = argument;
  thread.clock = clock;
  thread.fiber.begin(begin, &thread);
  ready_.add(thread);
  ++awake_;
  if (running != nullptr) look_ahead();
  return &thread;
}

void VirtualTime::begin(void* raw) {
  auto& thread = *static_cast<VirtualThread*>(raw);
  thread.body(thread.argument);
  time_of_all->end();
}

void VirtualTime::run() {
  time_of_all = this;
  outside_ = &models::running_fiber();
  switch_to_first();
  running = nullptr;
}

void VirtualTime::look_ahead() { horizon = ready_.empty() ? kNever : ready_.first().clock + quantum_; }

// Says whether the thread's clock is later than its place in the queue says, so that it must wait.
bool VirtualTime::is_delayed(VirtualThread& next) {
  if (next.state == VirtualThread::State::asleep) {  // its time is over
    next.timed_out = true;
    next.sleeps_on = nullptr;
    next.has_limit = false;
    next.clock += machine_.costs.wake_up;
    ++awake_;
    next.state = VirtualThread::State::ready;
    return true;
  }
  if (next.interrupted == 0) return false;
  next.clock += next.interrupted;
  next.interrupted = 0;
  return true;
}

// Whoever stopped is in the queue, asleep or over.
void VirtualTime::switch_to_first() {
  if (ready_.empty()) {
    std::fprintf(stderr, "xomp-sim: all threads sleep and nobody will wake them\n");
    std::exit(3);
  }
  VirtualThread& next = ready_.first();
  ready_.remove(next);
  if (is_delayed(next)) {
    ready_.add(next);
    return switch_to_first();
  }
  next.state = VirtualThread::State::running;
  running = &next;
  look_ahead();
  models::switch_to(next.fiber);
}

void VirtualTime::let_others_run() {
  VirtualThread& me = *running;
  if (ready_.empty() || me.clock <= ready_.first().clock) return look_ahead();
  me.state = VirtualThread::State::ready;
  ready_.add(me);
  switch_to_first();
}

void VirtualTime::keep_order() {
  while (!ready_.empty() && ready_.first().clock < running->clock) let_others_run();
}

bool VirtualTime::sleep(const void* word, Picoseconds limit, std::uint32_t as) {
  VirtualThread& me = *running;
  me.state = VirtualThread::State::asleep;
  me.sleeps_on = word;
  me.sleeps_as = as;
  me.timed_out = false;
  me.slept_since = me.clock;
  me.has_limit = limit != 0;
  ++me.deeds.sleeps;
  --awake_;
  if (me.has_limit) {
    me.clock += limit;
    ready_.add(me);
  }
  switch_to_first();
  me.deeds.asleep += me.clock - std::min(me.clock, me.slept_since);
  return !me.timed_out;
}

int VirtualTime::wake(const void* word, int most, std::uint32_t whom) {
  VirtualThread& me = *running;
  int woken = 0;
  for (const auto& thread : threads_) {
    if (woken == most) break;
    if (thread->state != VirtualThread::State::asleep || thread->sleeps_on != word) continue;
    if ((thread->sleeps_as & whom) == 0) continue;
    if (thread->has_limit) ready_.remove(*thread);
    thread->sleeps_on = nullptr;
    thread->has_limit = false;
    me.clock += machine_.costs.futex_wake;
    thread->clock = std::max(me.clock + machine_.costs.wake_up, thread->slept_since);
    thread->state = VirtualThread::State::ready;
    ready_.add(*thread);
    ++awake_;
    ++woken;
  }
  me.deeds.woken_others += static_cast<std::uint64_t>(woken);
  look_ahead();
  return woken;
}

void VirtualTime::end() {
  VirtualThread& me = *running;
  me.state = VirtualThread::State::over;
  --awake_;
  if (me.number == 0) models::switch_to(*outside_);
  switch_to_first();
  std::abort();
}

}  // namespace xomp::simulate
