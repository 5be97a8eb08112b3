// A row of places, one for each watched root. What is counted is a hint on which nothing else depends, so nearly all
// accesses are relaxed. A root puts its word there by release and the counting thread takes it by acquire, so that it
// finds the word as it was made. The word is never given back.
#include "core/sleep/active_roots.h"

namespace xomp::sleep {

namespace {

// A root between two regions may work alone for a while, or be inside a long one. So it counts as active for so long.
constexpr std::uint64_t kActive_ns = 32'000'000;

// Written by roots that come and go.
atomic<const atomic<std::uint64_t>*> watched[kMostWatchedRoots];

// Written and read by the thread that counts. It is atomic, because another thread counts each time.
struct Account {
  atomic<std::uint64_t> regions{0};
  atomic<std::uint64_t> changed_ns{0};
};
Account accounts[kMostWatchedRoots];

}  // namespace

void watch_root(const atomic<std::uint64_t>& regions) {
  for (auto& place : watched) {
    const atomic<std::uint64_t>* nobody = nullptr;
    if (place.load(relaxed) == nullptr && place.compare_exchange_strong(nobody, &regions, release, relaxed)) return;
  }
}

void forget_root(const atomic<std::uint64_t>& regions) {
  for (auto& place : watched)
    if (place.load(relaxed) == &regions) return place.store(nullptr, relaxed);
}

void forget_all_roots() {
  for (auto& place : watched) place.store(nullptr, relaxed);
}

int count_active_roots(std::uint64_t now_ns) {
  int active = 0;
  for (int i = 0; i < kMostWatchedRoots; ++i) {
    const atomic<std::uint64_t>* regions = watched[i].load(acquire);
    if (regions == nullptr) continue;
    Account& account = accounts[i];
    const std::uint64_t now = regions->load(relaxed);
    if (now != account.regions.load(relaxed)) {
      account.regions.store(now, relaxed);
      account.changed_ns.store(now_ns, relaxed);
    }
    if (now_ns - account.changed_ns.load(relaxed) < kActive_ns) ++active;
  }
  return active;
}

}  // namespace xomp::sleep
