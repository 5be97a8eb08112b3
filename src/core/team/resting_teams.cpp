// The places are few and each is on a line of its own. A root that looks for workers reads a few lines of them, beginning at
// another one each time.
#include "core/team/shares.h"

#include <algorithm>

#include "core/team/pool.h"
#include "core/team/team.h"

namespace xomp::team {

namespace {

constexpr int kPlaces = 64;
constexpr int kLooks = 8;  // a root that finds nothing in these runs its region with the workers that it has

constexpr std::uintptr_t kNobodys = 0, kBusy = 1;
constexpr std::uintptr_t kWorkersMask = alignof(Team) - 1;  // more workers are shown as so many

RestingPlace resting_places[kPlaces];
atomic<int> used{0};  // places below it have had a root; a hint

int workers_of(std::uintptr_t word) { return word == kBusy ? 0 : static_cast<int>(word & kWorkersMask); }
Team* team_of(std::uintptr_t word) { return reinterpret_cast<Team*>(word & ~kWorkersMask); }
std::uintptr_t as_word(const Team* team) {
  const auto workers = static_cast<std::uintptr_t>(team->attached - 1);
  return reinterpret_cast<std::uintptr_t>(team) | std::min(workers, kWorkersMask);
}

void note_used(int count) {
  int now = used.load(relaxed);  // a hint, here and below
  while (now < count && !used.compare_exchange_weak(now, count, relaxed, relaxed)) {
  }
}

// Returns the place whose team fits best, and its word. Returns nullptr if no team has more than `least` workers.
RestingPlace* find(RestingPlace& own, int least, int wanted, std::uintptr_t* found) {
  const auto count = static_cast<std::uint32_t>(used.load(relaxed));
  RestingPlace* best = nullptr;
  for (int looks = 0; looks < kLooks && static_cast<std::uint32_t>(looks) < count && least < wanted; ++looks) {
    RestingPlace& place = resting_places[own.next_look++ % count];
    const std::uintptr_t word = place.word.load(relaxed);  // the compare-and-swap decides
    if (workers_of(word) <= least) continue;
    least = workers_of(word);
    *found = word;
    best = &place;
  }
  return best;
}

}  // namespace

RestingPlace* get_resting_place() {
  for (int i = 0; i < kPlaces; ++i) {
    std::uintptr_t nobodys = kNobodys;
    if (resting_places[i].word.load(relaxed) != kNobodys ||
        !resting_places[i].word.compare_exchange_strong(nobodys, kBusy, acq_rel, relaxed))  // [REST-1] with `next_look`
      continue;
    note_used(i + 1);
    return &resting_places[i];
  }
  return nullptr;
}

void leave_resting_place(RestingPlace& place) { place.word.store(kNobodys, release); }  // [REST-1] with `next_look`

void forget_resting_places(const Worker* me) {
  const bool was_root = me != nullptr && me->initial != nullptr;
  const RestingPlace* const own = was_root ? static_cast<const Thread*>(me->initial)->resting_place : nullptr;
  for (RestingPlace& place : resting_places)
    if (&place != own) place.word.store(kNobodys, relaxed);  // only this thread exists
}

void rest(Thread& root) {
  Team* const team = root.kept_team;
  root.kept_team = nullptr;                                // first, because a signal handler may fork between these two
  root.resting_place->word.store(as_word(team), release);  // [REST-1]
}

void take_back(Thread& root) {
  if (root.resting_place == nullptr || root.kept_team != nullptr) return;
  root.kept_team = team_of(root.resting_place->word.exchange(kBusy, acq_rel));  // [REST-1]
}

bool take_resting_team(Thread& root, int wanted) {
  if (root.resting_place == nullptr) return false;
  Team* const own = root.kept_team;
  std::uintptr_t word;
  const int most = std::min(wanted - 1, static_cast<int>(kWorkersMask));
  RestingPlace* const place = find(*root.resting_place, own->attached - 1, most, &word);
  if (place == nullptr) return false;
  dismiss_threads(*own, 1);
  if (!place->word.compare_exchange_strong(word, as_word(own), acq_rel, relaxed)) return false;  // [REST-1]
  root.kept_team = team_of(word);
  return true;
}

}  // namespace xomp::team
