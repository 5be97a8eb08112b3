// Evidence of a crowd, and for how long it is believed. Two kinds:
// - a polling or yielding thread was away for long (gap): somebody else ran on its processor. Also what a quota does.
// - the system counts more running threads than processors. Finds crowds on processors that no waiting thread is on;
//   only asked when this process may use all processors, since the count is of the whole system.
#include "topology/load.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <unistd.h>

#include "topology/system_file.h"

namespace xomp::topology {

LoadAnswer load_answer;

namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;
constexpr std::uint64_t kLookInterval = 4 * kMillisecond;  // a scheduler's slice is about as long
constexpr std::uint64_t kLeastBelief = 16 * kMillisecond;  // how long evidence holds at first...
constexpr std::uint64_t kMostBelief = 128 * kMillisecond;  // ... and when the crowd comes back again and again
constexpr std::uint64_t kCountBelief = 3 * kLookInterval;  // running threads are counted again while it holds
constexpr int kCountsInRow = 2;                            // one count may have met a thread that runs for microseconds

// Written by whoever has evidence, and by the thread that counts, a few times in 10 ms at most.
struct alignas(platform::cache_line) Evidence {
  atomic<std::uint64_t> crowded_until_ns{0};
  atomic<std::uint64_t> belief_ns{kLeastBelief};
  // When running threads are to be counted. Who moves it on counts: one thread at a time.
  atomic<std::uint64_t> next_count_ns{0};
  // By the thread that counts only.
  atomic<int> high_counts{0};
  atomic<int> online{0};  // processors of the system; 0 = not yet asked, -1 = running threads tell nothing
} evidence;

// The crowd is believed in until `until`. The line is left alone if that changes little: a hundred threads may come
// here at once.
void believe_until(std::uint64_t until) {
  if (evidence.crowded_until_ns.load(relaxed) + kMillisecond < until)
    evidence.crowded_until_ns.store(until, relaxed);  // racing writers differ by less than a belief
  if (!load_answer.crowded.load(relaxed)) load_answer.crowded.store(true, relaxed);
}

// A crowd that is back soon after it was thought gone is believed in twice as long, so that looking for it again by
// spinning costs little.
void believe(std::uint64_t now) {
  std::uint64_t belief = evidence.belief_ns.load(relaxed);
  if (!crowded()) {
    const bool is_back = now < evidence.crowded_until_ns.load(relaxed) + 2 * belief;
    belief = !is_back ? kLeastBelief : belief < kMostBelief ? 2 * belief : kMostBelief;
    evidence.belief_ns.store(belief, relaxed);
  }
  believe_until(now + belief);
}

// "0.20 0.18 0.12 3/80 11206": 3 are running or waiting for a processor, the reader among them. 0 if there is no
// telling.
int running_threads() {
  char text[128];
  if (read_file(Path("/proc/loadavg"), text, sizeof text) <= 0) return 0;
  char* slash = strchr(text, '/');
  if (slash == nullptr) return 0;
  while (slash > text && slash[-1] != ' ') --slash;
  return static_cast<int>(strtol(slash, nullptr, 10));
}

int find_online() {
  const int online = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return online == masked_processors() && running_threads() > 0 ? online : -1;
}

void count_running(std::uint64_t now, int awake) {
  int online = evidence.online.load(relaxed);
  if (online == 0) {
    online = find_online();
    evidence.online.store(online, relaxed);
  }
  if (online < 0) return;
  const bool is_high = running_threads() > (awake > online ? awake : online);
  const int high = is_high ? evidence.high_counts.load(relaxed) + 1 : 0;
  evidence.high_counts.store(high, relaxed);
  if (high >= kCountsInRow) believe_until(now + kCountBelief);
}

}  // namespace

void note_gap(std::uint64_t gap_ns) {
  if (gap_ns > kGapNs) believe(platform::now_ns());
}

void yield_and_watch() {
  const std::uint64_t before = platform::now_ns();
  sched_yield();
  watch_gap(before);
}

std::uint64_t LoadWatch::look_closely(std::uint64_t now, int awake) {
  std::uint64_t due = evidence.next_count_ns.load(relaxed);
  if (now < due) return due;
  if (!evidence.next_count_ns.compare_exchange_strong(due, now + kLookInterval, relaxed)) return due;
  const int saved_errno = errno;
  count_running(now, awake);
  if (crowded() && now >= evidence.crowded_until_ns.load(relaxed)) load_answer.crowded.store(false, relaxed);
  errno = saved_errno;
  return now + kLookInterval;
}

}  // namespace xomp::topology
