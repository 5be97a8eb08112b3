// The machine, for the ABIs: processors, places and binding, and what tools are told about both and about the
// scheduling policies.
#pragma once

#include "core/icv/line.h"
#include "core/sched/policy.h"
#include "core/team/affinity_text.h"
#include "core/team/binding.h"
#include "core/team/start.h"
#include "core/team/team.h"
#include "topology/machine.h"
#include "topology/processor_list.h"
#include "topology/processor_set.h"
#include "topology/processors.h"

namespace xomp::api {

// ---- processors, and the calling thread's own binding ----

using team::moves_threads;
using topology::bind_self;
using topology::initial_mask;
using topology::ProcessorSet;
using topology::read_own_mask;
using topology::usable_processors;
using topology::usable_processors_now;
// One more than the largest number in the initial mask.
inline int processor_numbers() {
  int last = 0;
  for (const int processor : topology::members(initial_mask())) last = processor;
  return last + 1;
}

// ---- places ----

using topology::Partition;
using topology::Place;
// 0 in a program that runs without places.
inline int place_count() {
  team::settle_environment();
  return team::has_places() ? team::places().count() : 0;
}
inline Place place_at(int place) { return team::places()[place]; }
// Where the calling thread is. A thread that was never in a region with places is where the initial thread is.
inline team::Location current_location() {
  const team::Location& own = team::thread_of(team::self()).location;
  return own.partition.count > 0 ? own : team::initial_location();
}

// ---- what a thread says about itself in a format with fields ----

using team::show_affinity;
using team::write_affinity;

}  // namespace xomp::api
