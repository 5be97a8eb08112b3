#include "core/team/root_places.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>

#include "platform/memory.h"

namespace xomp::team {

void RootPlaces::prepare(int places, int threads, topology::Policy policy) {
  places_ = places;
  threads_ = std::min(threads, places);  // more threads begin anew at the first place
  policy_ = policy;
  uses_ = static_cast<Use*>(platform::allocate_forever(sizeof(Use) * static_cast<std::size_t>(places)));
  forget_others(-1);
}

void RootPlaces::forget_others(int place) {
  std::fill_n(uses_, places_, Use{});
  if (place >= 0) count(place, 1);
}

int RootPlaces::place_of(int thread, int root_place) const {
  return topology::place_thread(policy_, thread, threads_, {0, places_}, root_place).place;
}

void RootPlaces::count(int root_place, int one) {
  uses_[root_place].roots += one;
  for (int thread = 0; thread < threads_; ++thread) uses_[place_of(thread, root_place)].threads += one;
}

RootPlaces::Use RootPlaces::met_from(int root_place) const {
  Use met{uses_[root_place].roots, 0};
  for (int thread = 0; thread < threads_; ++thread) met.threads += uses_[place_of(thread, root_place)].threads;
  return met;
}

// Teams that take all places meet everywhere. Then the roots at least do not. Of places that are equally good it takes the first one in an order that halves what is left: 0, 1/2, 1/4, 3/4, ... So roots lie far
// apart, however many will come.
int RootPlaces::best() const {
  const int bits = std::bit_width(static_cast<unsigned>(places_ - 1));
  int best = 0;
  Use least = met_from(best);
  for (std::uint32_t i = 1; i < std::min(1u << bits, unsigned{kMostLooks}); ++i) {
    std::uint64_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= std::uint64_t{i >> bit & 1} << (bits - 1 - bit);
    const int place = static_cast<int>(reversed * static_cast<unsigned>(places_) >> bits);
    const Use met = met_from(place);
    if (std::tie(met.threads, met.roots) >= std::tie(least.threads, least.roots)) continue;
    best = place;
    least = met;
  }
  return best;
}

int RootPlaces::take(bool is_initial_thread) {
  const int place = is_initial_thread ? 0 : best();
  count(place, 1);
  return place;
}

}  // namespace xomp::team
