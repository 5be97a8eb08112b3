// compact fills neighbours first: processors are sorted by layers from the outermost in. scatter sorts from the
// innermost out, so that neighbours in the list are far apart. `permute` moves that many of the innermost layers to the
// front of compact's order, or of the outermost to the back of scatter's.
#include "topology/affinity_type.h"

#include <algorithm>

namespace xomp::topology {

namespace {

constexpr int kMostNumber = kMaxPlaces;

constexpr text::Word<Layer> kGranularities[] = {{"fine", Layer::thread},
                                                {"thread", Layer::thread},
                                                {"core", Layer::core},
                                                {"tile", Layer::core},
                                                {"module", Layer::core},
                                                {"l3_cache", Layer::ll_cache},
                                                {"die", Layer::ll_cache},
                                                {"ll_cache", Layer::ll_cache},
                                                {"numa", Layer::numa_domain},
                                                {"group", Layer::socket},
                                                {"numa_domain", Layer::numa_domain},
                                                {"socket", Layer::socket},
                                                {"package", Layer::socket}};

// logical and physical are old names for compact orders with one number, the offset.
enum class Type : std::uint8_t { none, disabled, compact, scatter, balanced, explicit_, logical };
constexpr text::Word<Type> kTypes[] = {{"none", Type::none},         {"disabled", Type::disabled},
                                       {"compact", Type::compact},   {"scatter", Type::scatter},
                                       {"balanced", Type::balanced}, {"explicit", Type::explicit_},
                                       {"logical", Type::logical},   {"physical", Type::logical}};

bool take_flag(text::Cursor& text, TypedAffinity& request) {
  static constexpr text::Word<bool TypedAffinity::*> kOn[] = {{"verbose", &TypedAffinity::verbose},
                                                              {"warnings", &TypedAffinity::warnings},
                                                              {"respect", &TypedAffinity::respects_mask}};
  static constexpr text::Word<bool TypedAffinity::*> kOff[] = {{"noverbose", &TypedAffinity::verbose},
                                                               {"nowarnings", &TypedAffinity::warnings},
                                                               {"norespect", &TypedAffinity::respects_mask}};
  bool TypedAffinity::* flag = nullptr;
  if (text.take_any(kOn, flag)) {
    request.*flag = true;
    return true;
  }
  if (text.take_any(kOff, flag)) {
    request.*flag = false;
    return true;
  }
  // Known words without a meaning here, because places are never doubled, and the initial thread always gets its mask
  // back.
  return text.take_word("duplicates") || text.take_word("noduplicates") || text.take_word("reset") ||
         text.take_word("noreset");
}

// Reads the type, and the numbers that may follow it: permute, offset.
struct TypeReader {
  TypedAffinity& request;
  bool has_one_number = false;
  int numbers = 0;

  bool take_type(text::Cursor& text) {
    Type type;
    if (request.type != AffinityType::unset || !text.take_any(kTypes, type)) return false;
    has_one_number = type == Type::logical;
    static constexpr AffinityType kMeanings[] = {AffinityType::none,    AffinityType::disabled, AffinityType::compact,
                                                 AffinityType::scatter, AffinityType::balanced, AffinityType::explicit_,
                                                 AffinityType::compact};
    request.type = kMeanings[static_cast<int>(type)];
    return true;
  }

  bool take_number(text::Cursor& text) {
    std::int64_t number;
    if (!text.take_digits(number) || number > kMostNumber || request.type == AffinityType::unset) return false;
    ++numbers;
    if (numbers == 1 && !has_one_number) {
      request.permute = static_cast<int>(number);
    } else {
      request.offset = static_cast<int>(number);
    }
    return numbers <= (has_one_number ? 1 : 2);
  }
};

bool take_part(text::Cursor& text, TypedAffinity& request, TypeReader& type) {
  if (text.take_word("granularity") || text.take_word("gran"))
    return text.take('=') && text.take_any(kGranularities, request.granularity);
  if (text.take_word("proclist")) {
    if (!text.take('=')) return false;
    request.processor_list = text.begin();
    PlaceList unused;
    return read_processor_places(text, ProcessorSet{}, unused) != Reading::wrong;
  }
  return text.is_at_digit() ? type.take_number(text) : take_flag(text, request) || type.take_type(text);
}

// A processor with its ranks: of each layer's group among those in the same group of the layer outside of it.
struct Ranked {
  const Location* location;
  int rank[kLayers];
};

// A layer that does not split the groups of the layer outside of it does not count.
struct Ranking {
  GrowingArray<Ranked> processors;
  Layer layers[kLayers];
  int depth = 0;

  Ranking(const Machine& machine, const ProcessorSet& allowed) {
    for (const Location& location : machine) {
      if (allowed.contains(location.processor)) add(location);
    }
    int groups = 1;
    for (int layer = 0; layer < kLayers; ++layer) {
      const int count = count_groups(static_cast<Layer>(layer));
      if (count > groups) layers[depth++] = static_cast<Layer>(layer);
      groups = count > groups ? count : groups;
    }
  }

  // Machine order makes the groups of each layer follow one another.
  void add(const Location& location) {
    Ranked next{&location, {}};
    if (processors.count() != 0) {
      const Ranked& last = processors[processors.count() - 1];
      int layer = 0;
      while (layer < kLayers - 1 && last.location->group[layer] == location.group[layer]) {
        next.rank[layer] = last.rank[layer];
        ++layer;
      }
      next.rank[layer] = last.rank[layer] + 1;  // those further in start from 0 again
    }
    processors.add(next);
  }

  int count_groups(Layer layer) const {
    int count = 0;
    int last = -1;
    for (const Ranked& ranked : processors) {
      if (ranked.location->of(layer) != last) ++count;
      last = ranked.location->of(layer);
    }
    return count;
  }

  // Sorts such that the `inner_first` innermost layers count first, the innermost most; then the others from the
  // outside in.
  void sort(int inner_first) {
    std::sort(processors.begin(), processors.end(), [this, inner_first](const Ranked& a, const Ranked& b) {
      for (int step = 0; step < depth; ++step) {
        const int index = step < inner_first ? depth - 1 - step : step - inner_first;
        const int layer = static_cast<int>(layers[index]);
        if (a.rank[layer] != b.rank[layer]) return a.rank[layer] < b.rank[layer];
      }
      return a.location < b.location;
    });
  }
};

int inner_layers_first(const TypedAffinity& request, int depth) {
  const int most = depth > 0 ? depth - 1 : 0;
  const int permute = request.permute < most ? request.permute : most;
  return request.type == AffinityType::scatter ? most - permute : permute;
}

// Makes a place for each group of the granularity, in the order in which the groups first appear, from the offset on.
void make_sorted_places(const TypedAffinity& request, const Machine& machine, const ProcessorSet& allowed,
                        PlaceList& places) {
  GrowingArray<ProcessorSet> groups;
  collect_groups(machine, allowed, request.granularity, groups);
  Ranking ranking(machine, allowed);
  ranking.sort(inner_layers_first(request, ranking.depth));
  GrowingArray<int> order;
  GrowingArray<bool> is_seen;
  for (int group = 0; group < groups.count(); ++group) is_seen.add(false);
  for (const Ranked& ranked : ranking.processors) {
    const int group = ranked.location->of(request.granularity);
    if (is_seen[group]) continue;
    is_seen[group] = true;
    order.add(group);
  }
  for (int step = 0; step < order.count(); ++step) places.add(groups[order[(step + request.offset) % order.count()]]);
}

}  // namespace

bool read_affinity_type(const char* value, TypedAffinity& request) {
  text::Cursor text(value);
  TypeReader type{request};
  do {
    if (!take_part(text, request, type)) return false;
  } while (text.take(','));
  return text.empty() && (request.type != AffinityType::explicit_ || request.processor_list != nullptr);
}

Reading make_typed_places(const TypedAffinity& request, const Machine& machine, const ProcessorSet& allowed,
                          PlaceList& places) {
  switch (request.type) {
    case AffinityType::explicit_: {
      text::Cursor text(request.processor_list);
      return read_processor_places(text, allowed, places);
    }
    case AffinityType::balanced: add_layer_places(machine, allowed, request.granularity, places); break;
    case AffinityType::compact:
    case AffinityType::scatter: make_sorted_places(request, machine, allowed, places); break;
    default: break;
  }
  return Reading::good;
}

}  // namespace xomp::topology
