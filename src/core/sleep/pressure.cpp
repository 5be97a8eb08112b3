// Evidence that others want the processors, and for how long it is believed. There are two kinds:
// - A polling thread was away for long (a gap): another thread ran on its processor. A quota has that effect, too.
// - The system counts more running threads than processors. That shows threads on processors where no thread of ours
//   waits. The count is of the whole system, so it is only taken when this process may use all processors. It must also
//   exceed the threads of the runtime that want to run: an oversubscribed process would find itself in the count. Its
//   waits would then end in sleep, each with a look at the count, and it would believe in others for ever.
#include "core/sleep/pressure.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "core/sleep/active_roots.h"
#include "platform/clock.h"
#include "topology/processors.h"
#include "topology/system_file.h"

namespace xomp::sleep {

OwnThreads own_threads;
OtherThreads other_threads;

namespace {

constexpr std::uint64_t kMillisecond_ns = 1'000'000;
constexpr std::uint64_t kLookInterval_ns = 4 * kMillisecond_ns;  // a scheduler's slice is about as long
constexpr std::uint64_t kLeastBelief_ns = 16 * kMillisecond_ns;  // how long evidence holds at first...
constexpr std::uint64_t kMostBelief_ns = 128 * kMillisecond_ns;  // ... and when there is new evidence again and again
constexpr std::uint64_t kCountBelief_ns = 3 * kLookInterval_ns;  // running threads are counted again while it holds
constexpr int kCountsInRow = 2;  // one count may have met a thread that runs for microseconds

struct alignas(platform::cache_line) Evidence {
  // Written by any thread that has evidence and by the one that counts, a few times in 10 ms at most.
  atomic<std::uint64_t> believed_until_ns{0};
  atomic<std::uint64_t> belief_ns{kLeastBelief_ns};
  // When running threads are to be counted. The thread that moves it on counts, so one does at a time.
  atomic<std::uint64_t> next_count_ns{0};
  // Written and read by the thread that counts.
  atomic<int> high_counts{0};
  atomic<int> online{0};  // processors of the system; 0 = not yet asked, -1 = running threads tell nothing
  // The processors that were counted last. Written at start, and by the threads that count and take the census; 0 = nobody has
  // said a number (tests that set one of their own).
  atomic<int> usable{0};
} evidence;

// The line is left alone if that changes little, because a hundred threads may come here at once.
void believe_until(std::uint64_t until_ns) {
  if (evidence.believed_until_ns.load(relaxed) + kMillisecond_ns < until_ns)
    evidence.believed_until_ns.store(until_ns, relaxed);  // racing writers differ by less than a belief
  if (!others_want_processors()) other_threads.want_processors.store(true, relaxed);
}

// If others were thought gone and are back soon, they are believed in twice as long, because each look for them is a
// wait that spins in their way.
void believe(std::uint64_t now_ns) {
  std::uint64_t belief = evidence.belief_ns.load(relaxed);
  if (!others_want_processors()) {
    const bool are_back = now_ns < evidence.believed_until_ns.load(relaxed) + 2 * belief;
    belief = !are_back ? kLeastBelief_ns : belief < kMostBelief_ns ? 2 * belief : kMostBelief_ns;
    evidence.belief_ns.store(belief, relaxed);
  }
  believe_until(now_ns + belief);
}

// Reads "0.20 0.18 0.12 3/80 11206": three threads run or wait for a processor, the reader among them. Returns 0 if the
// system does not tell.
int running_threads() {
  char text[128];
  if (topology::read_file(topology::Path("/proc/loadavg"), text, sizeof text) <= 0) return 0;
  char* slash = strchr(text, '/');
  if (slash == nullptr) return 0;
  while (slash > text && slash[-1] != ' ') --slash;
  return static_cast<int>(strtol(slash, nullptr, 10));
}

int find_online() {
  const int online = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return online == topology::masked_processors() && running_threads() > 0 ? online : -1;
}

// Returns the processors of the system. -1: the number of running threads tells nothing.
int online_processors() {
  int online = evidence.online.load(relaxed);
  if (online == 0) {
    online = find_online();
    evidence.online.store(online, relaxed);
  }
  return online;
}

void count_roots(std::uint64_t now_ns) {
  const int active = std::max(count_active_roots(now_ns), 1);
  if (own_threads.active_roots.load(relaxed) != active) own_threads.active_roots.store(active, relaxed);
}

// The quota may be another one by now.
void count_processors(std::uint64_t now_ns) {
  const int usable = topology::follow_quota(now_ns);
  if (usable == evidence.usable.load(relaxed)) return;
  if (evidence.usable.exchange(usable, relaxed) != 0) own_threads.processors.store(usable, relaxed);
}

void count_running(std::uint64_t now_ns) {
  const int online = online_processors();
  if (online < 0) return;
  const int high = running_threads() > std::max(online, own_threads.all()) ? evidence.high_counts.load(relaxed) + 1 : 0;
  evidence.high_counts.store(high, relaxed);
  if (high < kCountsInRow) return;
  // A process whose waits sleep is not in the count, so a look finds less then. With several roots the count may have met
  // threads of this program.
  if (oversubscribed() && own_threads.active_roots.load(relaxed) == 1) believe(now_ns);
  else believe_until(now_ns + kCountBelief_ns);
}

// What the roots that are about to start regions find out about others' running threads. The thread that moves
// `next_count_ns` on writes the rest.
struct alignas(platform::cache_line) Census {
  atomic<std::uint64_t> next_count_ns{0};
  atomic<std::uint32_t> last{0};  // the last four counts, a byte each
  atomic<int> others{0};          // the least of them: threads that stay
};
Census census;

// The caller runs, and so do the workers that are awake, because they wait for its next region.
void count_others() {
  const int found = std::clamp(running_threads() - own_threads.all(), 0, 255);
  const std::uint32_t last = census.last.load(relaxed) << 8 | static_cast<std::uint32_t>(found);
  census.last.store(last, relaxed);
  const std::uint32_t least = std::min({last & 255, last >> 8 & 255, last >> 16 & 255, last >> 24});
  census.others.store(static_cast<int>(least), relaxed);
}

}  // namespace

void set_processors(int usable) {
  evidence.usable.store(usable, relaxed);
  own_threads.processors.store(usable, relaxed);
}

int processors_left() {
  const std::uint64_t now_ns = coarse_now_ns();
  std::uint64_t due = census.next_count_ns.load(relaxed);
  if (now_ns >= due && census.next_count_ns.compare_exchange_strong(due, now_ns + kLookInterval_ns, relaxed)) {
    const int saved_errno = errno;
    count_processors(now_ns);
    if (online_processors() > 0) count_others();
    errno = saved_errno;
  }
  return std::max(own_threads.processors.load(relaxed) - census.others.load(relaxed), 1);
}

void note_gap(std::uint64_t gap_ns) {
  if (gap_ns > kGap_ns) believe(platform::now_ns());
}

std::uint64_t LoadWatch::look_closely(std::uint64_t now_ns) {
  std::uint64_t due = evidence.next_count_ns.load(relaxed);
  if (now_ns < due) return due;
  if (!evidence.next_count_ns.compare_exchange_strong(due, now_ns + kLookInterval_ns, relaxed)) return due;
  const int saved_errno = errno;
  count_processors(now_ns);
  count_roots(now_ns);
  count_running(now_ns);
  const bool is_over = now_ns >= evidence.believed_until_ns.load(relaxed);
  if (others_want_processors() && is_over) other_threads.want_processors.store(false, relaxed);
  errno = saved_errno;
  return now_ns + kLookInterval_ns;
}

}  // namespace xomp::sleep
