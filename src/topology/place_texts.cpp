// OMP_PLACES.
#include "topology/place_texts.h"

namespace xomp::topology {

namespace {

// The :length:stride behind a processor or a place.
struct Interval {
  std::int64_t length = 1;
  std::int64_t stride = 1;
};

bool read_interval(text::Cursor& text, Interval& interval) {
  if (!text.take(':')) return true;
  if (!text.take_digits(interval.length) || interval.length < 1) return false;
  if (text.take(':') && !text.take_signed_number(interval.stride)) return false;
  return interval.stride != 0 || interval.length == 1;
}

// Calls each(offset) for the steps of an interval that can lead to a processor from one, so that no length is too long.
template <class Each>
void for_each_step(const Interval& interval, Each&& each) {
  for (std::int64_t step = 0, offset = 0; step < interval.length; ++step, offset += interval.stride) {
    if (offset <= -kMaxProcessors || offset >= kMaxProcessors) return;
    each(static_cast<int>(offset));
  }
}

ProcessorSet shifted(const ProcessorSet& set, int offset) {
  ProcessorSet result;
  for (int processor : members(set)) {
    if (ProcessorSet::is_number(processor + offset)) result.add(processor + offset);
  }
  return result;
}

bool read_processor(text::Cursor& text, int& processor) {
  std::int64_t number;
  if (!text.take_digits(number) || !ProcessorSet::is_number(number)) return false;
  processor = static_cast<int>(number);
  return true;
}

// {0:4,!2}; also a single number.
bool read_place(text::Cursor& text, ProcessorSet& place) {
  int processor;
  if (!text.take('{')) {
    if (!read_processor(text, processor)) return false;
    place.add(processor);
    return true;
  }
  ProcessorSet excluded;
  do {
    const bool is_excluded = text.take('!');
    Interval interval;
    if (!read_processor(text, processor) || !read_interval(text, interval)) return false;
    for_each_step(interval, [&](int offset) {
      if (ProcessorSet::is_number(processor + offset)) (is_excluded ? excluded : place).add(processor + offset);
    });
  } while (text.take(','));
  for (int unwanted : members(excluded)) place.remove(unwanted);
  return text.take('}');
}

// {0:4}:2:4,!{4:4}
Reading read_place_list(text::Cursor& text, const ProcessorSet& allowed, PlaceList& places) {
  PlaceList excluded;
  int named = 0;
  int there = 0;
  do {
    const bool is_excluded = text.take('!');
    ProcessorSet place;
    Interval interval;
    if (!read_place(text, place) || !read_interval(text, interval)) return Reading::wrong;
    for_each_step(interval, [&](int offset) {
      ProcessorSet here = shifted(place, offset);
      if (!is_excluded) named += here.count();
      here &= allowed;
      if (!is_excluded) there += here.count();
      (is_excluded ? excluded : places).add(here);
    });
  } while (text.take(','));
  if (!text.empty()) return Reading::wrong;
  for (int index = 0; index < excluded.count(); ++index) places.remove(as_set(excluded[index]));
  return places.count() == 0 ? Reading::empty : judge(named, there);
}

constexpr text::Word<Layer> kLayerNames[] = {{"threads", Layer::thread},
                                             {"cores", Layer::core},
                                             {"ll_caches", Layer::ll_cache},
                                             {"sockets", Layer::socket},
                                             {"numa_domains", Layer::numa_domain}};

}  // namespace

Reading judge(int named, int there) {
  if (there == 0) return Reading::empty;
  return there < named ? Reading::reduced : Reading::good;
}

void collect_groups(const Machine& machine, const ProcessorSet& allowed, Layer layer,
                    GrowingArray<ProcessorSet>& groups) {
  for (int group = 0; group < machine.count_of(layer); ++group) groups.add(ProcessorSet{});
  for (const Location& location : machine) {
    if (allowed.contains(location.processor)) groups[location.of(layer)].add(location.processor);
  }
}

void add_layer_places(const Machine& machine, const ProcessorSet& allowed, Layer layer, PlaceList& places) {
  GrowingArray<ProcessorSet> groups;
  collect_groups(machine, allowed, layer, groups);
  for (const ProcessorSet& group : groups) places.add(group);
}

Reading read_places(const char* value, const Machine& machine, const ProcessorSet& allowed, PlaceList& places) {
  text::Cursor text(value);
  Layer layer;
  if (!text.take_any(kLayerNames, layer)) return read_place_list(text, allowed, places);
  std::int64_t count = kMaxPlaces, stride = 1;
  if (text.take('(')) {
    if (!text.take_digits(count) || count < 1) return Reading::wrong;
    if (text.take(':') && (!text.take_digits(stride) || stride < 1)) return Reading::wrong;
    if (!text.take(')')) return Reading::wrong;
  }
  if (!text.empty()) return Reading::wrong;
  add_layer_places(machine, allowed, layer, places);
  if (stride > 1) places.keep_each(stride);
  if (count < places.count()) places.cut_to(static_cast<int>(count));
  return Reading::good;
}

}  // namespace xomp::topology
