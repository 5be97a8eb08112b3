// The path of every access: a look at the line's state, and time added to the running thread's clock. For plain
// accesses the compiler calls the __tsan_ entries (the engine is compiled with -fsanitize=thread, without its library).
#include "models/simulate/access.h"

#include <algorithm>
#include <cstring>

#include "models/simulate/critical_path.h"

namespace xomp::simulate {

World* world = nullptr;

namespace {

Shadow<Line> lines;
Shadow<LineHistory> histories;

constexpr std::uintptr_t kThreadLocalBytes = 4096;
std::uintptr_t thread_locals = 0;  // somewhere among them

bool is_thread_local(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - thread_locals + kThreadLocalBytes < 2 * kThreadLocalBytes;
}

LineHistory& history_of(const void* address) {
  LineHistory& history = histories.of(address);
  if (history.line == nullptr) {
    history.line = reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) & ~std::uintptr_t{63});
    world->moved.push_back(&history);
  }
  return history;
}

void note_move(VirtualThread& me, const void* address, const Transfer& transfer, const void* code) {
  ++world->places[code].moves;
  ++me.deeds.transfers[static_cast<std::size_t>(transfer.distance)];
  me.deeds.invalidated += static_cast<std::uint64_t>(transfer.invalidated);
  LineHistory& history = history_of(address);
  ++history.moves;
  if (!contains(history.touched_by, me.core)) {
    add(history.touched_by, me.core);
    ++me.deeds.lines_touched;
  }
}

void note_write(VirtualThread& me, const void* address, const void* code) {
  LineHistory& history = history_of(address);
  add(history.written_by, me.core);
  if (history.last_writer_and_one != me.core + 1 && history.last_writer_and_one != 0) ++history.takeovers;
  history.last_writer_and_one = static_cast<std::uint16_t>(me.core + 1);
  history.code = code;
}

void wait_until(VirtualThread& me, Picoseconds when, const void* code) {
  if (when <= me.clock) return;
  Place& place = world->places[code];
  place.waited += when - me.clock;
  if (me.number == 0) place.waited_by_first += when - me.clock;
  me.deeds.moving += when - me.clock;
  me.clock = when;
}

[[gnu::noinline]] void load_missing(VirtualThread& me, const void* address, const void* code) {
  if (is_thread_local(address)) return;
  world->time.keep_order();
  Line& line = lines.of(address);
  if (line.is_held_by(me.core)) return;
  const Transfer transfer = world->coherence.load(line, me.core, me.clock);
  note_move(me, address, transfer, code);
  wait_until(me, transfer.done, code);
}

void forget_arrived(VirtualThread& me) {
  const auto* const end = std::remove_if(me.fetches, me.fetches + me.fetched,
                                         [&me](const auto& fetch) { return fetch.arrives <= me.clock; });
  me.fetched = static_cast<int>(end - me.fetches);
}

// Returns when a line that was prefetched arrives. 0: it is here, or was not prefetched. The caller waits for it, so it
// counts as prefetched no more.
[[gnu::noinline]] Picoseconds take_fetch(VirtualThread& me, const Line& line) {
  forget_arrived(me);
  auto* const end = me.fetches + me.fetched;
  auto* const found = std::find_if(me.fetches, end, [&line](const auto& fetch) { return fetch.line == &line; });
  if (found == end) return 0;
  const Picoseconds arrives = found->arrives;
  *found = me.fetches[--me.fetched];
  return arrives;
}

// When the next fetch can begin: when there is a buffer for it.
Picoseconds place_for_fetch(VirtualThread& me) {
  forget_arrived(me);
  if (me.fetched < VirtualThread::kMostFetches) return me.clock;
  auto* const first = std::min_element(me.fetches, me.fetches + me.fetched,
                                       [](const auto& a, const auto& b) { return a.arrives < b.arrives; });
  const Picoseconds start = first->arrives;
  *first = me.fetches[--me.fetched];
  return start;
}

// Returns when the line, asked for at `when`, is the core's. A core that asks for the line in order to write it counts
// as its writer.
Picoseconds take_line(VirtualThread& me, Line& line, Picoseconds when, const void* address, const void* code) {
  const bool alone = line.is_held_by(me.core) && count(line.holders) == 1;
  const Transfer transfer = world->coherence.store(line, me.core, when);
  if (!alone) note_move(me, address, transfer, code);
  note_write(me, address, code);
  return transfer.done;
}

// Does the same for a store that is under way.
[[gnu::noinline]] Picoseconds own_missing(VirtualThread& me, const void* address, const void* code) {
  if (is_thread_local(address)) return me.clock;
  world->time.keep_order();
  Line& line = lines.of(address);
  return line.is_owned_by(me.core) ? me.clock : take_line(me, line, me.clock, address, code);
}

inline void touch_load(const void* address, const void* code) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  ++me->deeds.accesses;
  me->clock += world->machine.costs.hit;
  if (me->clock > horizon) [[unlikely]]
    world->time.let_others_run();
  Line& line = lines.of(address);
  if (me->fetched != 0) [[unlikely]]
    wait_until(*me, take_fetch(*me, line), code);
  if (!line.is_held_by(me->core)) [[unlikely]]
    load_missing(*me, address, code);
}

// The thread runs on. The store waits in its buffer, behind those before it.
void wait_in_buffer(VirtualThread& me, Picoseconds done, const void* code) {
  me.stores_done = std::max(me.stores_done, done);
  const Picoseconds lag = world->machine.costs.store_buffer;
  if (me.stores_done > me.clock + lag) wait_until(me, me.stores_done - lag, code);
}

// As a store to a missing line: what it wrote the thread itself can read at once.
[[gnu::noinline]] void store_arriving(VirtualThread& me, const Line& line, const void* code) {
  if (const Picoseconds arrives = take_fetch(me, line); arrives != 0) wait_in_buffer(me, arrives, code);
}

[[gnu::noinline]] void store_missing(VirtualThread& me, const void* address, const void* code) {
  wait_in_buffer(me, own_missing(me, address, code), code);
}

inline void touch_store(const void* address, const void* code) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  ++me->deeds.accesses;
  me->clock += world->machine.costs.hit;
  if (me->clock > horizon) [[unlikely]]
    world->time.let_others_run();
  Line& line = lines.of(address);
  if (!line.is_owned_by(me->core)) [[unlikely]]
    return store_missing(*me, address, code);
  if (me->fetched != 0) [[unlikely]]
    store_arriving(*me, line, code);
}

// A locked instruction: its thread's stores go first, and it waits for its line.
void touch_update(const void* address, const void* code) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  ++me->deeds.accesses;
  ++me->deeds.read_modify_writes;
  wait_until(*me, me->stores_done, code);
  me->clock += world->machine.costs.hit + world->machine.costs.read_modify_write;
  if (me->clock > horizon) world->time.let_others_run();
  Line& line = lines.of(address);
  if (me->fetched != 0) [[unlikely]]
    wait_until(*me, take_fetch(*me, line), code);
  if (line.is_owned_by(me->core)) return;
  ++me->deeds.contended;
  wait_until(*me, own_missing(*me, address, code), code);
  // No other thread comes between, so what the caller does now is one step with the line's arrival.
}

std::uint64_t get(const void* address, int bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, address, static_cast<std::size_t>(bytes));
  return value;
}
void set(void* address, std::uint64_t value, int bytes) {
  std::memcpy(address, &value, static_cast<std::size_t>(bytes));
}

std::uint64_t kept_bits(std::uint64_t value, int bytes) {
  return bytes == 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

}  // namespace

std::uint64_t load(const void* address, int bytes) {
  touch_load(address, __builtin_return_address(0));
  return get(address, bytes);
}
void store(void* address, std::uint64_t value, int bytes) {
  touch_store(address, __builtin_return_address(0));
  set(address, value, bytes);
}
std::uint64_t exchange(void* address, std::uint64_t value, int bytes) {
  touch_update(address, __builtin_return_address(0));
  const std::uint64_t before = get(address, bytes);
  set(address, value, bytes);
  return before;
}
bool compare_exchange(void* address, std::uint64_t& expected, std::uint64_t value, int bytes) {
  touch_update(address, __builtin_return_address(0));
  const std::uint64_t before = get(address, bytes);
  if (before != kept_bits(expected, bytes)) {
    expected = before;
    return false;
  }
  set(address, value, bytes);
  return true;
}
std::uint64_t fetch_add(void* address, std::uint64_t value, int bytes) {
  touch_update(address, __builtin_return_address(0));
  const std::uint64_t before = get(address, bytes);
  set(address, before + value, bytes);
  return before;
}
std::uint64_t fetch_and(void* address, std::uint64_t value, int bytes) {
  touch_update(address, __builtin_return_address(0));
  const std::uint64_t before = get(address, bytes);
  set(address, before & value, bytes);
  return before;
}
std::uint64_t fetch_or(void* address, std::uint64_t value, int bytes) {
  touch_update(address, __builtin_return_address(0));
  const std::uint64_t before = get(address, bytes);
  set(address, before | value, bytes);
  return before;
}

void spend(Picoseconds time) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  me->clock += time;
  if (me->clock > horizon) world->time.let_others_run();
}

void full_fence() {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  wait_until(*me, me->stores_done, __builtin_return_address(0));
  spend(world->machine.costs.read_modify_write);
}

void pause() {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  ++me->deeds.pauses;
  me->deeds.paused += world->machine.costs.pause;
  spend(world->machine.costs.pause);
}

void prefetch(const void* address) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  me->clock += world->machine.costs.hit;
  if (lines.of(address).is_held_by(me->core)) return;
  world->time.keep_order();
  Line& line = lines.of(address);
  if (line.is_held_by(me->core)) return;
  const Transfer transfer = world->coherence.load(line, me->core, place_for_fetch(*me));
  note_move(*me, address, transfer, __builtin_return_address(0));
  me->fetches[me->fetched++] = {&line, transfer.done};
}

void prefetch_to_write(const void* address) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  me->clock += world->machine.costs.hit;
  if (lines.of(address).is_owned_by(me->core)) return;
  world->time.keep_order();
  Line& line = lines.of(address);
  if (line.is_owned_by(me->core)) return;
  const Picoseconds done = take_line(*me, line, place_for_fetch(*me), address, __builtin_return_address(0));
  me->fetches[me->fetched++] = {&line, done};
}

namespace {

void note_work(Picoseconds from, Picoseconds time) {
  std::vector<Picoseconds>& slices = world->work_by_time;
  for (Picoseconds at = from - std::min(from, world->measured_from); time != 0;) {
    const Picoseconds part = std::min(time, kSlice - at % kSlice);
    const std::size_t slice = static_cast<std::size_t>(at / kSlice);
    if (slice >= slices.size()) slices.resize(slice + 1);
    slices[slice] += part;
    at += part;
    time -= part;
  }
}

}  // namespace

void work(double ns) {
  VirtualThread* const me = running;
  if (me == nullptr) return;
  const auto time = static_cast<Picoseconds>(ns * 1000 * world->work_factor);
  ++me->deeds.tasks;
  me->deeds.work += time;
  note_work(me->clock, time);
  path_worked(time);
  spend(time);
}

std::uint64_t read_clock_ns() {
  if (running == nullptr) return 0;
  spend(world->machine.costs.read_clock);
  return running->clock / 1000;
}
std::uint64_t read_ticks() {
  if (running == nullptr) return 0;
  spend(world->machine.costs.read_clock / 2);
  return running->clock / 400;
}

void keep_out(const void* thread_local_variable) {
  thread_locals = reinterpret_cast<std::uintptr_t>(thread_local_variable);
}

void forget_deeds() {
  for (const auto& thread : world->time.threads()) {
    thread->deeds = {};
    thread->slept_since = std::max(thread->slept_since, running->clock);
  }
  world->moved.clear();
  histories.forget();
  world->places.clear();
  world->work_by_time.clear();
  forget_path();
  world->measured_from = running->clock;
}

}  // namespace xomp::simulate

// --- what the compiler calls ---

using xomp::simulate::touch_load;
using xomp::simulate::touch_store;

extern "C" {

#define XOMP_PLAIN_ACCESS(bytes)                                                               \
  void __tsan_read##bytes(void* a) { touch_load(a, __builtin_return_address(0)); }             \
  void __tsan_write##bytes(void* a) { touch_store(a, __builtin_return_address(0)); }           \
  void __tsan_unaligned_read##bytes(void* a) { touch_load(a, __builtin_return_address(0)); }   \
  void __tsan_unaligned_write##bytes(void* a) { touch_store(a, __builtin_return_address(0)); } \
  void __tsan_read_write##bytes(void* a) { touch_store(a, __builtin_return_address(0)); }      \
  void __tsan_unaligned_read_write##bytes(void* a) { touch_store(a, __builtin_return_address(0)); }
XOMP_PLAIN_ACCESS(1)
XOMP_PLAIN_ACCESS(2)
XOMP_PLAIN_ACCESS(4)
XOMP_PLAIN_ACCESS(8)
XOMP_PLAIN_ACCESS(16)
#undef XOMP_PLAIN_ACCESS

void __tsan_init() {}
void __tsan_func_entry(void*) {}
// What the front end tells about the library, which is seen here.
void __tsan_acquire(void*) {}
void __tsan_release(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void** a, void*) { touch_store(a, __builtin_return_address(0)); }
void __tsan_vptr_read(void** a) { touch_load(a, __builtin_return_address(0)); }
void __tsan_read_range(void* a, unsigned long bytes) {
  for (unsigned long i = 0; i < bytes; i += 64) touch_load(static_cast<char*>(a) + i, __builtin_return_address(0));
}
void __tsan_write_range(void* a, unsigned long bytes) {
  for (unsigned long i = 0; i < bytes; i += 64) touch_store(static_cast<char*>(a) + i, __builtin_return_address(0));
}
void __tsan_atomic64_store(void* a, unsigned long value, int) {  // the recorder's, which is never on
  *static_cast<unsigned long*>(a) = value;
}
void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) { return std::memcpy(to, from, bytes); }
void* __tsan_memset(void* to, int value, unsigned long bytes) { return std::memset(to, value, bytes); }
void* __tsan_memmove(void* to, const void* from, unsigned long bytes) { return std::memmove(to, from, bytes); }
}
