// Lists of processors in the order in which threads get them: GOMP_CPU_AFFINITY and KMP_AFFINITY's proclist.
#include "topology/place_texts.h"

namespace xomp::topology {

namespace {

// 4, 4-15 or 4-15:2
struct Range {
  std::int64_t first, last, stride;
};

bool read_range(text::Cursor& text, Range& range) {
  if (!text.take_digits(range.first)) return false;
  range.last = range.first;
  range.stride = 1;
  if (text.take('-')) {
    if (!text.take_digits(range.last)) return false;
    if (text.take(':') && !text.take_digits(range.stride)) return false;
  }
  if (range.stride > kMaxProcessors) range.stride = kMaxProcessors;  // leads beyond all of them, too
  return range.last >= range.first && range.stride >= 1 && ProcessorSet::is_number(range.last);
}

template <class Each>
void for_each_processor(const Range& range, Each&& each) {
  for (std::int64_t processor = range.first; processor <= range.last; processor += range.stride)
    each(static_cast<int>(processor));
}

// Counts the processors that the text names, keeps those that are allowed.
struct PlaceMaker {
  const ProcessorSet& allowed;
  PlaceList& places;
  int named = 0;
  int there = 0;

  void add_each(const Range& range) {
    for_each_processor(range, [&](int processor) {
      ProcessorSet place;
      place.add(processor);
      add(place);
    });
  }
  void add(ProcessorSet place) {
    named += place.count();
    place &= allowed;
    there += place.count();
    places.add(place);
  }
};

// 1,2,4-6} from behind the brace.
bool read_rest_of_place(text::Cursor& text, ProcessorSet& place) {
  do {
    Range range;
    if (!read_range(text, range)) return false;
    for_each_processor(range, [&](int processor) { place.add(processor); });
  } while (text.take(','));
  return text.take('}');
}

}  // namespace

Reading read_processor_order(const char* value, const ProcessorSet& allowed, PlaceList& places) {
  text::Cursor text(value);
  PlaceMaker maker{allowed, places};
  do {
    Range range;
    if (!read_range(text, range)) return Reading::wrong;
    maker.add_each(range);
    text.take(',');
  } while (text.is_at_digit());
  return text.empty() ? judge(maker.named, maker.there) : Reading::wrong;
}

Reading read_processor_places(text::Cursor& text, const ProcessorSet& allowed, PlaceList& places) {
  if (!text.take('[')) return Reading::wrong;
  PlaceMaker maker{allowed, places};
  do {
    if (text.take('{')) {
      ProcessorSet place;
      if (!read_rest_of_place(text, place)) return Reading::wrong;
      maker.add(place);
    } else {
      Range range;
      if (!read_range(text, range)) return Reading::wrong;
      maker.add_each(range);
    }
  } while (text.take(','));
  return text.take(']') ? judge(maker.named, maker.there) : Reading::wrong;
}

}  // namespace xomp::topology
