// Places are counted from the partition's first one, then rotated by the parent's place.
#include "topology/placement.h"

namespace xomp::topology {

namespace {

// A row of `total` cut into `parts`, as evenly as possible, the longer ones first.
struct Cut {
  int total, parts;
  int start_of(int part) const { return part * (total / parts) + (part < total % parts ? part : total % parts); }
  int length_of(int part) const { return total / parts + (part < total % parts ? 1 : 0); }
  int part_with(int at) const {
    const int longer = total % parts;
    const int in_longer = longer * (total / parts + 1);
    return at < in_longer ? at / (total / parts + 1) : longer + (at - in_longer) / (total / parts);
  }
};

// Places counted from the partition's start.
int close_place(int thread, int threads, int places, int parent) {
  const int steps = threads <= places ? thread : Cut{threads, places}.part_with(thread);
  return (parent + steps) % places;
}

Placement spread_thread(int thread, int threads, int places, int parent) {
  if (threads > places) {
    const int place = close_place(thread, threads, places, parent);
    return {place, {place, 1}};
  }
  // Each thread has a part of the places for itself. The primary thread stays where its parent is, so the parts are
  // counted from there.
  const Cut cut{places, threads};
  const int part = (cut.part_with(parent) + thread) % threads;
  const int start = cut.start_of(part);
  return {thread == 0 ? parent : start, {start, cut.length_of(part)}};
}

}  // namespace

Placement place_thread(Policy policy, int thread, int threads, Partition parent, int parent_place) {
  const int places = parent.count;
  int from = parent_place - parent.first;
  if (from < 0 || from >= places) from = 0;
  switch (policy) {
    case Policy::primary: return {parent.first + from, parent};
    case Policy::close: return {parent.first + close_place(thread, threads, places, from), parent};
    case Policy::in_order: return {parent.first + static_cast<int>((from + std::int64_t{thread}) % places), parent};
    case Policy::spread: break;
  }
  Placement placement = spread_thread(thread, threads, places, from);
  placement.place += parent.first;
  placement.partition.first += parent.first;
  return placement;
}

}  // namespace xomp::topology
