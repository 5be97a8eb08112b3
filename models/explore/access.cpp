// What explored code calls: its atomics (atomics.h), fences and waits (platform/*.h). Each call may let
// others go on first, then happens in one step. Outside of an execution (set-up, checks at the end) the
// words are accessed as they are.
#include <cstdio>
#include <cstring>

#include "models/explore/checker.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "platform/fence.h"
#include "platform/futex.h"
#include "platform/thread.h"

namespace xomp::models {

namespace {

const char* text_of(Order o) {
  switch (o) {
    case Order::relaxed: return "relaxed";
    case Order::consume: return "consume";
    case Order::acquire: return "acquire";
    case Order::release: return "release";
    case Order::acq_rel: return "acq_rel";
    case Order::seq_cst: return "seq_cst";
  }
  return "";
}

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%lu" : "0x%lx", value);
  return text;
}

void note(const char* what, const void* where, Order order, const std::string& values, const void* place) {
  if (!checker->records) return;
  checker->note_step(std::string(what) + " [" + hex(reinterpret_cast<std::uintptr_t>(where) & 0xffffffffff) + "] " +
                         text_of(order) + " " + values,
                     place);
}

// Called before the access. Says whether the word is contended.
bool begin_access(const void* where, unsigned size, bool writes, const void* place) {
  const bool contended = checker->contention.note(checker->self(), where, writes);
  checker->schedule.point(contended);
  checker->check_order(where, size, writes ? Access::atomic_write : Access::atomic_read, place);
  return contended;
}

std::uint64_t raw(const void* where, unsigned size) {
  std::uint64_t value = 0;
  std::memcpy(&value, where, size);
  return value;
}

constexpr const char* kNames[] = {"exchange", "add", "subtract", "and", "or"};

}  // namespace

bool is_explored() { return checker != nullptr && checker->is_on(); }

[[gnu::noinline]] std::uint64_t explored_load(const void* where, unsigned size, Order order) {
  if (!is_explored()) return raw(where, size);
  const void* const place = __builtin_return_address(0);
  const bool contended = begin_access(where, size, false, place);
  const std::uint64_t value = checker->memory.load(checker->self(), where, size, order, contended);
  if (checker->records) {
    const std::uint64_t newest = raw(where, size);
    note("load", where, order, "= " + hex(value) + (value != newest ? "  (memory holds " + hex(newest) + ")" : ""),
         place);
  }
  return value;
}

[[gnu::noinline]] void explored_store(void* where, unsigned size, std::uint64_t value, Order order) {
  if (!is_explored()) {
    std::memcpy(where, &value, size);
    return;
  }
  const void* const place = __builtin_return_address(0);
  const bool contended = begin_access(where, size, true, place);
  checker->memory.store(checker->self(), where, size, value, order, contended);
  if (checker->records)
    note("store", where, order, hex(value) + (raw(where, size) != value ? "  (not seen by all yet)" : ""), place);
}

[[gnu::noinline]] std::uint64_t explored_change(void* where, unsigned size, Change change, std::uint64_t operand,
                                                Order order) {
  const void* const place = __builtin_return_address(0);
  if (!is_explored()) {
    const std::uint64_t old = raw(where, size), value = changed(change, old, operand);
    std::memcpy(where, &value, size);
    return old;
  }
  const bool contended = begin_access(where, size, true, place);
  const std::uint64_t old = checker->memory.change(checker->self(), where, size, change, operand, order, contended);
  if (checker->records)
    note(kNames[static_cast<int>(change)], where, order, hex(operand) + "  (was " + hex(old) + ")", place);
  return old;
}

[[gnu::noinline]] bool explored_compare_exchange(void* where, unsigned size, std::uint64_t* expected,
                                                 std::uint64_t value, Order success, Order failure, Failing failing) {
  const void* const place = __builtin_return_address(0);
  if (!is_explored()) {
    const std::uint64_t found = raw(where, size);
    if (found == *expected) std::memcpy(where, &value, size);
    return found == *expected || (*expected = found, false);
  }
  const bool contended = begin_access(where, size, true, place);
  const std::uint64_t wanted = *expected;
  const bool done = checker->memory.compare_exchange(checker->self(), where, size, expected, value, success, failure,
                                                     failing, contended);
  if (checker->records)
    note("compare-exchange", where, done ? success : failure,
         hex(wanted) + " to " + hex(value) + (done ? "  done" : "  FAILED, found " + hex(*expected)), place);
  return done;
}

[[gnu::noinline]] void explored_fence(Order order) {
  if (!is_explored()) return;
  checker->schedule.point(order == Order::seq_cst);
  checker->memory.fence(checker->self(), order);
  if (checker->records) checker->note_step(std::string("fence ") + text_of(order), __builtin_return_address(0));
}

}  // namespace xomp::models

namespace xomp::platform {

using models::checker;
using models::is_explored;

// The kernel interrupts the others one after the other. So each passes a full fence at a moment of its own.
[[gnu::noinline]] bool fence_heavy() {
  if (checker != nullptr && !checker->heavy_fences) return false;
  if (!is_explored()) return true;
  const void* const place = __builtin_return_address(0);
  const int me = checker->self();
  checker->schedule.point(true);
  checker->memory.fence(me, seq_cst);
  for (int t = 0; t < checker->schedule.threads(); ++t) {
    if (t == me) continue;
    checker->schedule.point(true);
    checker->memory.fence(t, seq_cst);
    if (checker->records) checker->note_step("heavy fence: thread " + std::to_string(t) + " passes one", place);
  }
  checker->memory.fence(me, seq_cst);
  return true;
}
bool prepare_heavy_fence() { return true; }
void forget_fence_support() {}

// The kernel's side of a futex is ordered by its lock, so it sees the newest value and passes full fences.
[[gnu::noinline]] WaitResult futex_wait(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns,
                                        Sleepers as) {
  const void* const place = __builtin_return_address(0);
  checker->schedule.point(true);
  checker->memory.fence(checker->self(), seq_cst);
  std::uint32_t newest;
  std::memcpy(&newest, static_cast<const void*>(&word), sizeof newest);
  const int way = newest == expected ? checker->choices.choose(timeout_ns != 0 ? 3 : 2, models::Price::departure) : -1;
  if (checker->records) {
    constexpr const char* kWays[] = {"does not sleep: the word has changed", "falls asleep", "is woken for nothing",
                                     "its time is over at once"};
    checker->note_step(kWays[way + 1], place);
  }
  if (way != 0) return way == 2 ? WaitResult::timed_out : WaitResult::woken_or_changed;
  const bool woken = checker->schedule.sleep(&word, timeout_ns, as);
  checker->memory.fence(checker->self(), seq_cst);
  if (checker->records) checker->note_step(woken ? "wakes up" : "its time is over", place);
  return woken ? WaitResult::woken_or_changed : WaitResult::timed_out;
}

[[gnu::noinline]] void futex_wake(atomic<std::uint32_t>& word, int count, Sleepers whom) {
  if (!is_explored()) return;
  checker->schedule.point(true);
  checker->memory.fence(checker->self(), seq_cst);
  const int woken = checker->schedule.wake(&word, count, whom);
  if (checker->records) checker->note_step("wakes " + std::to_string(woken), __builtin_return_address(0));
}

void cpu_relax() {
  if (is_explored()) checker->schedule.pause();
}
void yield_processor() { cpu_relax(); }
int current_processor() { return 0; }
void touch_stack() {}
std::uint64_t now_ns() { return is_explored() ? checker->schedule.now_ns() : 0; }
std::uint64_t ticks() { return now_ns(); }

}  // namespace xomp::platform
