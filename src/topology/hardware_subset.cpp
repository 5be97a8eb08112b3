// Each named layer is counted within the next outer named one, where sockets and cores always count as named: "4c" is
// four cores of every socket, "1t" one thread of every core. Behind a colon only the layers in the text count as named:
// ":1s,3t" is three threads of one socket.
#include "topology/hardware_subset.h"

namespace xomp::topology {

namespace {

struct Request {
  bool is_named = false;
  std::int64_t count = text::Cursor::kTooBig;  // all
  std::int64_t offset = 0;
};

constexpr text::Word<Layer> kUnits[] = {{"s", Layer::socket},
                                        {"socket", Layer::socket},
                                        {"sockets", Layer::socket},
                                        {"package", Layer::socket},
                                        {"packages", Layer::socket},
                                        {"n", Layer::numa_domain},
                                        {"numa", Layer::numa_domain},
                                        {"numas", Layer::numa_domain},
                                        {"numa_domain", Layer::numa_domain},
                                        {"numa_domains", Layer::numa_domain},
                                        {"l3", Layer::ll_cache},
                                        {"l3_cache", Layer::ll_cache},
                                        {"l3_caches", Layer::ll_cache},
                                        {"ll_cache", Layer::ll_cache},
                                        {"ll_caches", Layer::ll_cache},
                                        {"c", Layer::core},
                                        {"core", Layer::core},
                                        {"cores", Layer::core},
                                        {"t", Layer::thread},
                                        {"thread", Layer::thread},
                                        {"threads", Layer::thread}};

bool read_part(text::Cursor& text, Request (&requests)[kLayers]) {
  std::int64_t count = text::Cursor::kTooBig;
  if (!text.take('*')) text.take_digits(count);
  Layer layer;
  if (count < 1 || !text.take_any(kUnits, layer)) return false;
  Request& request = requests[static_cast<int>(layer)];
  if (request.is_named) return false;
  request = {true, count, 0};
  return !text.take('@') || text.take_digits(request.offset);
}

struct Subset {
  bool is_absolute = false;  // begins with a colon
  Request requests[kLayers];
};

bool read_subset(const char* value, Subset& subset) {
  text::Cursor text(value);
  subset.is_absolute = text.take(':');
  do {
    if (!read_part(text, subset.requests)) return false;
  } while (text.take(','));
  return text.empty();
}

// Counts the groups of one layer within another along the machine's order.
struct Counter {
  int outer = -1;
  int inner = -1;
  std::int64_t rank = -1;  // of the inner group in the outer one

  void step(int outer_group, int inner_group) {
    if (outer_group != outer) {
      rank = 0;
    } else if (inner_group != inner) {
      ++rank;
    }
    outer = outer_group;
    inner = inner_group;
  }
};

// Takes away what is outside of the request. Returns false if no outer group has as many as the request wants.
bool narrow(const Machine& machine, Layer layer, int outer_layer, const Request& request, ProcessorSet& allowed) {
  Counter counter;
  std::int64_t most = 0;
  ProcessorSet kept;
  for (const Location& location : machine) {
    if (!allowed.contains(location.processor)) continue;
    counter.step(outer_layer < 0 ? 0 : location.group[outer_layer], location.of(layer));
    if (counter.rank >= most) most = counter.rank + 1;
    if (counter.rank >= request.offset && counter.rank - request.offset < request.count) kept.add(location.processor);
  }
  const bool is_enough =
      request.count == text::Cursor::kTooBig ? request.offset < most : request.count <= most - request.offset;
  if (is_enough) allowed = kept;
  return is_enough;
}

}  // namespace

Reading read_hardware_subset(const char* text, const Machine& machine, ProcessorSet& allowed) {
  Subset subset;
  if (!read_subset(text, subset)) return Reading::wrong;
  ProcessorSet narrowed = allowed;
  int outer = -1;
  for (int layer = 0; layer < kLayers; ++layer) {
    const Request& request = subset.requests[layer];
    if (request.is_named && !narrow(machine, static_cast<Layer>(layer), outer, request, narrowed))
      return Reading::empty;
    const bool is_implied = static_cast<Layer>(layer) == Layer::socket || static_cast<Layer>(layer) == Layer::core;
    if (request.is_named || (is_implied && !subset.is_absolute)) outer = layer;
  }
  allowed = narrowed;
  return Reading::good;
}

}  // namespace xomp::topology
