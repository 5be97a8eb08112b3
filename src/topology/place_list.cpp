// The processors of all places lie one behind the other.
#include "topology/place_list.h"

#include <algorithm>
#include <utility>

namespace xomp::topology {

int PlaceList::find(int processor) const {
  for (int place = 0; place < count(); ++place) {
    const Place here = (*this)[place];
    if (std::binary_search(here.begin(), here.end(), processor)) return place;
  }
  return -1;
}

void PlaceList::add(const ProcessorSet& place) {
  if (place.empty() || count() == kMaxPlaces) return;
  for (int processor : members(place)) processors_.add(processor);
  ends_.add(processors_.count());
}

void PlaceList::cut_to(int wanted) {
  if (wanted >= count()) return;
  ends_.cut_to(wanted);
  processors_.cut_to(wanted == 0 ? 0 : ends_[wanted - 1]);
}

void PlaceList::keep_each(std::int64_t stride) {
  PlaceList kept;
  for (std::int64_t place = 0; place < count(); place += stride) kept.add(as_set((*this)[static_cast<int>(place)]));
  *this = std::move(kept);
}

void PlaceList::remove(const ProcessorSet& unwanted) {
  PlaceList kept;
  for (int place = 0; place < count(); ++place) {
    const ProcessorSet set = as_set((*this)[place]);
    if (!(set == unwanted)) kept.add(set);
  }
  *this = std::move(kept);
}

ProcessorSet as_set(Place place) {
  ProcessorSet set;
  for (int processor : place) set.add(processor);
  return set;
}

}  // namespace xomp::topology
