// From the variables' texts to places: OMP_PLACES, GOMP_CPU_AFFINITY, KMP_AFFINITY (the first of them that is given
// makes the places) and KMP_HW_SUBSET (what they are made of). Called once, by one thread, before places are used; the
// result is then only read.
#pragma once

#include "topology/machine.h"
#include "topology/place_list.h"
#include "topology/placement.h"

namespace xomp::topology {

// The values as in the environment, without spaces around; nullptr = not given. Complaints keep them as pointers.
// A value that breaks its grammar, or names no processor that the process can use, is as if it were not given.
struct AffinityTexts {
  const char* places = nullptr;           // OMP_PLACES
  const char* cpu_affinity = nullptr;     // GOMP_CPU_AFFINITY
  const char* affinity = nullptr;         // KMP_AFFINITY
  const char* hardware_subset = nullptr;  // KMP_HW_SUBSET
  // The text after "using " in the warning, if no other variable defines places.
  const char* otherwise = "a place for each core";
  bool are_given() const {
    return places != nullptr || cpu_affinity != nullptr || affinity != nullptr || hardware_subset != nullptr;
  }
};

// A value that cannot be used as it stands: NAME='value' + problem + "; allowed: " + allowed + "; using " + used.
struct Complaint {
  const char* name;
  const char* value;
  const char* problem;  // "is not valid", ...
  char allowed[192];
  const char* used;
};

// The whole sentence, without a newline; the value is cut where it is long.
void write_complaint(const Complaint& complaint, char* buffer, std::size_t capacity);

struct Affinity {
  // Where threads may be bound; at least one. One for each core if no variable says otherwise.
  PlaceList places;
  // Those of the texts that can be used.
  AffinityTexts used;
  // A variable made the places. Otherwise they are the default, so threads need not know them until they are bound.
  bool are_asked_for = false;
  // The policy that proc_bind true stands for.
  Policy policy_of_true = Policy::close;
  // KMP_AFFINITY says disabled or none: no thread is bound, unless OMP_PROC_BIND says so.
  bool is_disabled = false;
  bool is_verbose = false;  // KMP_AFFINITY=verbose: show the places
  // How many threads KMP_HW_SUBSET and the quota let run at once. usable_processors() if there is no subset.
  int processors = 1;
  Complaint complaints[4];
  int complaint_count = 0;
};

// Reads the texts for this machine and process.
void read_affinity(const AffinityTexts& texts, Affinity& affinity);
// Reads the texts for any machine. `allowed` is the process's mask.
void read_affinity(const AffinityTexts& texts, const Machine& machine, const ProcessorSet& allowed, Affinity& affinity);

}  // namespace xomp::topology
