// Places: an ordered list of sets of processors, made once while the library starts and then only read. All places
// together may name a processor more than once.
#pragma once

#include "topology/growing_array.h"
#include "topology/processor_set.h"

namespace xomp::topology {

inline constexpr int kMaxPlaces = kMaxProcessors;

// One place's processors, in ascending order; never empty.
struct Place {
  const int* processors;
  int count;
  const int* begin() const { return processors; }
  const int* end() const { return processors + count; }
};

class PlaceList {
 public:
  int count() const { return ends_.count(); }
  Place operator[](int place) const {
    const int start = place == 0 ? 0 : ends_[place - 1];
    return {&processors_[start], ends_[place] - start};
  }
  // Returns the first place that has this processor, or -1.
  int find(int processor) const;

  // Called while the list is made. Does nothing for an empty set, or when there are kMaxPlaces already.
  void add(const ProcessorSet& place);
  void cut_to(int count);
  void keep_each(std::int64_t stride);  // the first, and each that is so many further
  // Takes out every place that equals this set.
  void remove(const ProcessorSet& place);

 private:
  GrowingArray<int> ends_;  // in processors_, by place
  GrowingArray<int> processors_;
};

ProcessorSet as_set(Place place);

}  // namespace xomp::topology
