// A row of places, one for each watched root. What is counted is a hint on which nothing else depends, so nearly all
// accesses are relaxed. A root puts its word there by release and the counting thread takes it by acquire, so that it
// finds the word as it was made. The word is never given back.
#include "core/sleep/active_roots.h"

#include <algorithm>
#include <cstdlib>

#include "topology/system_file.h"

namespace xomp::sleep {

namespace {

// A root between two regions may work alone for a while, or be inside a long one. So it counts as active for so long.
constexpr std::uint64_t kActive_ns = 32'000'000;

// The file of each costs 5 microseconds. A process with more active roots has no idle processors anyway.
constexpr int kMostRead = 16;

// Written by roots that come and go.
struct WatchedRoot {
  atomic<const atomic<std::uint64_t>*> regions{nullptr};
  atomic<int> thread{0};
};
WatchedRoot watched[kMostWatchedRoots];

// Written and read by the thread that counts. It is atomic, because another thread counts each time.
struct Account {
  atomic<std::uint64_t> regions{0};
  atomic<std::uint64_t> changed_ns{0};
  atomic<int> thread{0};               // whose times these are
  atomic<std::uint64_t> read_ns{0};    // when `wanted_ns` was read
  atomic<std::uint64_t> wanted_ns{0};  // how long the thread had run or waited for a processor by then
  atomic<std::uint64_t> share{0};      // for how much of the time before that it wanted one, of kWhole
};
Account accounts[kMostWatchedRoots];

// Returns how long the thread of this process has run or waited for a processor, in ns. 0: the system does not tell.
std::uint64_t wanted_ns(int thread) {
  char text[96];
  if (topology::read_file(topology::Path("/proc/self/task/").add(thread).add("/schedstat"), text, sizeof text) <= 0)
    return 0;
  char* rest = nullptr;
  const std::uint64_t ran = std::strtoull(text, &rest, 10);
  return ran + std::strtoull(rest, nullptr, 10);
}

constexpr std::uint64_t kWhole = 1024;
// The system counts up what a thread has run at each tick, which may be 4 ms.
constexpr std::uint64_t kBetweenReads_ns = 20'000'000;

// Returns for how much of the time lately the root wanted a processor: 0 to kWhole.
std::uint64_t share_of(Account& account, int thread, std::uint64_t now_ns) {
  const std::uint64_t since_ns = now_ns - account.read_ns.load(relaxed), before = account.wanted_ns.load(relaxed);
  const bool is_known = account.thread.load(relaxed) == thread && before != 0 && since_ns < 4 * kBetweenReads_ns;
  if (is_known && since_ns < kBetweenReads_ns) return account.share.load(relaxed);
  const std::uint64_t now = wanted_ns(thread);
  const std::uint64_t share = is_known && now >= before ? std::min((now - before) * kWhole / since_ns, kWhole) : kWhole;
  account.thread.store(thread, relaxed);
  account.read_ns.store(now_ns, relaxed);
  account.wanted_ns.store(now, relaxed);
  account.share.store(share, relaxed);
  return share;
}

}  // namespace

void watch_root(const atomic<std::uint64_t>& regions, int thread) {
  for (WatchedRoot& place : watched) {
    const atomic<std::uint64_t>* nobody = nullptr;
    if (place.regions.load(relaxed) != nullptr ||
        !place.regions.compare_exchange_strong(nobody, &regions, release, relaxed))
      continue;
    return place.thread.store(thread, relaxed);  // a count that comes between takes the old one for another thread
  }
}

void forget_root(const atomic<std::uint64_t>& regions) {
  for (WatchedRoot& place : watched)
    if (place.regions.load(relaxed) == &regions) return place.regions.store(nullptr, relaxed);
}

void forget_all_roots() {
  for (WatchedRoot& place : watched) place.regions.store(nullptr, relaxed);
}

namespace {

// Says whether the root that the account is of has started a region lately.
bool is_active(Account& account, const atomic<std::uint64_t>& regions, std::uint64_t now_ns) {
  const std::uint64_t now = regions.load(relaxed);
  if (now != account.regions.load(relaxed)) {
    account.regions.store(now, relaxed);
    account.changed_ns.store(now_ns, relaxed);
  }
  return now_ns - account.changed_ns.load(relaxed) < kActive_ns;
}

}  // namespace

int count_active_roots(std::uint64_t now_ns) {
  int active[kMostWatchedRoots], count = 0;
  for (int i = 0; i < kMostWatchedRoots; ++i) {
    const atomic<std::uint64_t>* regions = watched[i].regions.load(acquire);
    if (regions != nullptr && is_active(accounts[i], *regions, now_ns)) active[count++] = i;
  }
  if (count < 2 || count > kMostRead) return count;
  std::uint64_t shares = 0;
  for (int i = 0; i < count; ++i)
    shares += share_of(accounts[active[i]], watched[active[i]].thread.load(relaxed), now_ns);
  return std::max(static_cast<int>((shares + kWhole / 2) / kWhole), 1);
}

}  // namespace xomp::sleep
