// KMP_AFFINITY: modifiers, a type, and the type's numbers. Read while the library starts.
#pragma once

#include "topology/place_texts.h"

namespace xomp::topology {

enum class AffinityType : std::uint8_t { unset, none, disabled, compact, scatter, balanced, explicit_ };

struct TypedAffinity {
  AffinityType type = AffinityType::unset;
  Layer granularity = Layer::core;
  int permute = 0;
  int offset = 0;
  bool verbose = false;
  bool warnings = true;
  bool respects_mask = true;
  const char* processor_list = nullptr;  // where proclist's value starts
};

// Returns false if the text is not in the grammar.
bool read_affinity_type(const char* text, TypedAffinity& request);

// The places that the request leads to, in the order in which threads get them. Reading::good for none, disabled
// and unset, which have no places.
Reading make_typed_places(const TypedAffinity& request, const Machine& machine, const ProcessorSet& allowed,
                          PlaceList& places);

}  // namespace xomp::topology
