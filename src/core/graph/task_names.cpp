// Counts how many graph tasks of each name have run, for the statistics. Each thread counts its own, so that no line is
// shared. The report adds the names up.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/graph/graph.h"
#include "core/team/statistics.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "trace/activity.h"
#include "trace/recorder.h"

namespace xomp::graph {

namespace {

using Counts = std::remove_pointer_t<decltype(TaskMemory::counts)>;

constexpr std::uint32_t kNames = 1024;  // number 0 is for those that come later
constexpr int kRows = 32;               // names that get a row of their own

struct Names {
  platform::ShortLock lock;
  std::uint32_t count = 1;                // under the lock
  const char* text[kNames] = {"others"};  // under the lock; a name stays
};
constinit Names names;

std::uint64_t count_of(std::uint32_t name) {
  std::uint64_t sum = 0;
  for_each_memory([&](const TaskMemory& m) {
    if (m.counts != nullptr) sum += m.counts[name].load(std::memory_order_relaxed);  // statistics only
  });
  return sum;
}

bool report() {
  static NameCount rows[kNames];
  const auto used = static_cast<int>(counts(rows, kNames));
  std::uint64_t total = 0;
  for (int i = 0; i < used; ++i) total += rows[i].tasks;
  if (total == 0) return false;
  std::sort(rows, rows + used, [](const NameCount& a, const NameCount& b) { return a.tasks > b.tasks; });
  platform::print("xomp: graph tasks  %llu\n", static_cast<unsigned long long>(total));
  for (int i = 0; i < std::min(used, kRows); ++i)
    platform::print("xomp: %14llu  %s\n", static_cast<unsigned long long>(rows[i].tasks), rows[i].name);
  if (used > kRows) platform::print("xomp: %14s  %d more names\n", "...", used - kRows);
  return true;
}

std::uint32_t find(const char* name) {
  for (std::uint32_t n = 1; n < names.count; ++n)
    if (std::strcmp(names.text[n], name) == 0) return n;
  return 0;
}

}  // namespace

// Says whether statistics or a trace want the names.
static bool is_wanted() { return trace::measures || trace::is_recording(); }

std::uint32_t number_of_name(const char* name) {
  if (!is_wanted()) return 0;
  const platform::ShortGuard guard(names.lock);
  if (const std::uint32_t known = find(name); known != 0 || names.count == kNames) return known;
  const std::size_t bytes = std::strlen(name) + 1;
  char* const copy = static_cast<char*>(platform::allocate_forever(bytes, 1));
  std::memcpy(copy, name, bytes);
  names.text[names.count] = copy;
  trace::record_name(names.count, copy);
  return names.count++;
}

void note_task(std::uint32_t name, bool begins) {
  if (trace::records_tasks()) trace::record_graph_task(begins, name);
}

std::uint32_t note_world(std::uint64_t id, std::uint32_t rank, std::uint32_t size) {
  return trace::record_world(id, rank, size);
}

void note_message_thread() {
  if (!trace::records_tasks()) return;
  outside_seat();  // it has a lane now
  trace::record_message_thread();
}

void note_mpi_call(std::uint32_t name, bool begins) {
  constexpr auto kKind = trace_file::CallKind::mpi;
  if (!trace::records_tasks()) return;
  if (begins) trace::record_call_begin(kKind, name);
  else trace::record_call_end(kKind, false);
}

void note_message(const Message& m) {
  if (trace::records_tasks()) trace::record_message({m.world, m.peer, m.number, m.bytes, m.is_by_itself, m.has_come});
}

std::size_t counts(NameCount* rows, std::size_t room) {
  if (!is_wanted()) return 0;
  std::size_t used = 0;
  const platform::ShortGuard guard(names.lock);
  for (std::uint32_t n = 0; n < names.count; ++n)
    if (const std::uint64_t tasks = count_of(n); tasks != 0) {
      if (used < room) rows[used] = {names.text[n], tasks};
      ++used;
    }
  return used;
}

Counts* make_counts() {
  if (!is_wanted()) return nullptr;
  team::report_graphs = report;
  return static_cast<Counts*>(platform::allocate_forever(kNames * sizeof(Counts)));  // zeroes
}

void hold_names_for_fork() { names.lock.lock(); }
void release_names_after_fork() { names.lock.unlock(); }

void forget_counts() {
  for_each_memory([](const TaskMemory& m) {
    for (std::uint32_t n = 0; m.counts != nullptr && n < kNames; ++n)
      m.counts[n].store(0, std::memory_order_relaxed);  // alone
  });
}

}  // namespace xomp::graph
