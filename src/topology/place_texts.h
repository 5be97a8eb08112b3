// Readers of the texts that describe places. Their results are limited to `allowed`; a text that breaks its grammar
// gives nothing. Called by one thread, while the library starts or at the first use of places.
#pragma once

#include <cstdint>

#include "text/cursor.h"
#include "topology/machine.h"
#include "topology/place_list.h"

namespace xomp::topology {

enum class Reading : std::uint8_t {
  good,
  reduced,  // some of what it names is not there or not allowed; the rest is what we got
  empty,    // all of it is not there or not allowed
  wrong     // not in the grammar
};

// Judges a text by how many processors it names, and how many of them there are.
Reading judge(int named, int there);

// Collects the allowed processors of each group of the layer, by the group's number.
void collect_groups(const Machine& machine, const ProcessorSet& allowed, Layer layer,
                    GrowingArray<ProcessorSet>& groups);

// Adds one place for each group of the layer that has allowed processors, in the machine's order.
void add_layer_places(const Machine& machine, const ProcessorSet& allowed, Layer layer, PlaceList& places);

// OMP_PLACES: threads, cores, ll_caches, sockets, numa_domains, each with (count) or (count:stride); or a list of places.
Reading read_places(const char* text, const Machine& machine, const ProcessorSet& allowed, PlaceList& places);

// GOMP_CPU_AFFINITY: "0 3 1-2 4-15:2", each processor a place of its own.
Reading read_processor_order(const char* text, const ProcessorSet& allowed, PlaceList& places);

// proclist=[0,{1,2},4-8:2] of KMP_AFFINITY, from behind the '='.
Reading read_processor_places(text::Cursor& text, const ProcessorSet& allowed, PlaceList& places);

}  // namespace xomp::topology
