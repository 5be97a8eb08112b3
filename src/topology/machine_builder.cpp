// A group's name is its smallest processor until all groups are known. Sorting by those names, layer by layer, gives
// the machine's order, and the groups' numbers are the order in which they appear.
#include "topology/machine_builder.h"

#include <algorithm>
#include <initializer_list>

namespace xomp::topology {

MachineBuilder::MachineBuilder(const ProcessorSet& processors) : processors_(processors) {
  for (int processor : members(processors)) drafts_.add({processor, {-1, -1, -1, -1, processor}, 0});
}

MachineBuilder::Draft* MachineBuilder::find(int processor) {
  Draft* found = std::lower_bound(drafts_.begin(), drafts_.end(), processor,
                                  [](const Draft& draft, int number) { return draft.processor < number; });
  return found != drafts_.end() && found->processor == processor ? found : nullptr;
}

void MachineBuilder::group(Layer layer, const ProcessorSet& all) {
  ProcessorSet here = all;
  here &= processors_;
  const int first = here.next(0);
  for (int processor : members(here)) find(processor)->first_of[static_cast<int>(layer)] = first;
}

bool MachineBuilder::is_grouped(Layer layer, int processor) const {
  const Draft* draft = find(processor);
  return draft != nullptr && draft->first_of[static_cast<int>(layer)] >= 0;
}

void MachineBuilder::group_domain(int node, const ProcessorSet& all) {
  group(Layer::numa_domain, all);
  for (int processor : members(all)) {
    if (Draft* draft = find(processor)) draft->node = node;
  }
}

void MachineBuilder::number_groups(Machine& machine, Layer layer) {
  const int index = static_cast<int>(layer);
  GrowingArray<int> number_of;  // by the group's first processor
  for (int processor = 0; processor < kMaxProcessors; ++processor) number_of.add(-1);
  for (int at = 0; at < drafts_.count(); ++at) {
    int& number = number_of[drafts_[at].first_of[index]];
    if (number < 0) {
      number = machine.counts_[index]++;
      if (layer == Layer::numa_domain) machine.nodes_.add(drafts_[at].node);
    }
    machine.locations_[at].group[index] = number;
  }
}

void MachineBuilder::finish(Machine& machine, const char* source, DistanceOf distance_of, void* context) {
  const int everybody = processors_.next(0);
  for (Draft& draft : drafts_) {
    for (Layer layer : {Layer::socket, Layer::numa_domain, Layer::ll_cache, Layer::core}) {
      int& first = draft.first_of[static_cast<int>(layer)];
      if (first < 0) first = layer <= Layer::numa_domain ? everybody : draft.processor;
    }
  }
  std::sort(drafts_.begin(), drafts_.end(), [](const Draft& a, const Draft& b) {
    return std::lexicographical_compare(a.first_of, a.first_of + kLayers, b.first_of, b.first_of + kLayers);
  });

  machine.source_ = source;
  for (const Draft& draft : drafts_) machine.locations_.add({draft.processor, {}});
  for (int layer = 0; layer < kLayers; ++layer) number_groups(machine, static_cast<Layer>(layer));
  for (int processor = 0; processor < kMaxProcessors; ++processor) machine.index_of_.add(-1);
  for (int at = 0; at < machine.count(); ++at) machine.index_of_[machine[at].processor] = static_cast<std::int16_t>(at);
  for (int from : machine.nodes_) {
    for (int to : machine.nodes_) machine.distances_.add(distance_of(context, from, to));
  }
}

}  // namespace xomp::topology
