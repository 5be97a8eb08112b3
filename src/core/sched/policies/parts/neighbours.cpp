// The order of a thread's victims.
#include "core/sched/policies/parts/neighbours.h"

#include "platform/memory.h"

namespace xomp::sched {

namespace {

using topology::Layer;
using topology::Location;

// Adds to the order all threads for which `belongs(their location, or nullptr)` is true, beginning behind `me`.
template <class Belongs>
int add(int me, std::span<const std::int32_t> processors, const topology::Machine& machine, std::int32_t* order,
        int count, Belongs&& belongs) {
  const int n = static_cast<int>(processors.size());
  for (int i = me + 1; i < me + n; ++i) {
    const int number = i < n ? i : i - n;
    const int processor = processors[static_cast<std::size_t>(number)];
    if (belongs(processor < 0 ? nullptr : machine.find(processor))) order[count++] = number;
  }
  return count;
}

}  // namespace

int order_neighbours(int me, std::span<const std::int32_t> processors, const topology::Machine& machine,
                     std::int32_t* order) {
  const auto added = [&](int count, auto belongs) { return add(me, processors, machine, order, count, belongs); };
  const Location* const here = machine.find(processors[static_cast<std::size_t>(me)]);
  if (here == nullptr) return added(0, [](const Location*) { return true; });
  const int cache = here->of(Layer::ll_cache), domain = here->of(Layer::numa_domain);
  const auto in_cache = [&](const Location* l) { return l != nullptr && l->of(Layer::ll_cache) == cache; };
  int count = added(0, in_cache);
  int nearest[64];
  const int domains = machine.count_of(Layer::numa_domain);
  const bool by_distance = domains <= 64;
  if (by_distance) machine.nearest_domains(domain, nearest);
  for (int i = 0; i < (by_distance ? domains : 1); ++i)
    count = added(count, [&](const Location* l) {
      return l != nullptr && l->of(Layer::numa_domain) == (by_distance ? nearest[i] : domain) && !in_cache(l);
    });
  if (!by_distance)
    count = added(
        count, [&](const Location* l) { return l != nullptr && l->of(Layer::numa_domain) != domain && !in_cache(l); });
  return added(count, [](const Location* l) { return l == nullptr; });
}

std::span<const std::int32_t> Neighbours::find(const TeamThread& me) {
  const int size = me.team->size;
  if (me.number >= size) return {};  // [TEAM-1] late: it is not in the present region
  const bool same = size == size_ && me.number == number_ && me.processor.load(relaxed) == processor_;  // own store
  if (!same) uses_ = 0;
  // The order is made at the first use, and then again less and less often, because threads may have been moved.
  ++uses_;
  if ((uses_ & (uses_ - 1)) == 0) make(me, size);
  if (uses_ == kMostUses) uses_ /= 2;
  return {order_, static_cast<std::size_t>(count_)};
}

void Neighbours::make(const TeamThread& me, int size) {
  if (size > room_) {
    room_ = size > room_ * 2 ? size : room_ * 2;
    order_ = static_cast<std::int32_t*>(
        platform::allocate_forever(sizeof(std::int32_t) * 2 * static_cast<std::size_t>(room_)));
  }
  std::int32_t* const processors = order_ + room_;
  for (int i = 0; i < size; ++i)
    processors[i] = me.team->threads[i]->processor.load(relaxed);   // hint: an old one costs time
  processors[me.number] = processor_ = me.processor.load(relaxed);  // own store
  size_ = size;
  number_ = me.number;
  count_ = order_neighbours(me.number, {processors, static_cast<std::size_t>(size)}, topology::machine(), order_);
}

}  // namespace xomp::sched
