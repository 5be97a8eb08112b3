// The machine, for the ABIs: processors, places and binding, and what tools are told about the machine and about the
// scheduling policies. It knows nothing of teams, so what it tells of the calling thread is asked out of line.
#pragma once

#include <cstddef>
#include <span>

#include "core/team/binding.h"
#include "text/line.h"
#include "topology/machine.h"
#include "topology/processor_list.h"
#include "topology/processor_set.h"
#include "topology/processors.h"
#include "xomp/introspection.h"

namespace xomp::api {

// ---- processors, and the calling thread's own binding ----

using team::moves_threads;
using topology::bind_self;
// Says whether the calling thread has called into the library before, or was made by it.
bool is_known_thread();
using topology::initial_mask;
using topology::ProcessorSet;
using topology::read_own_mask;
using topology::usable_processors;
using topology::usable_processors_now;
// Returns one more than the largest number in the initial mask.
int processor_numbers();

// ---- places ----

using topology::Partition;
using topology::Place;
// Returns 0 in a program that runs without places.
int place_count();
inline Place place_at(int place) { return team::places()[place]; }
// Returns where the calling thread is. A thread that was never in a region with places is where the initial thread is.
team::Location current_location();

// ---- what the calling thread says about itself in a format with fields; an empty one means affinity-format-var ----

void show_affinity(std::span<const char> format);
// Fills `out` from its beginning, without a NUL, and returns how long the text is if there is room for all of it.
std::size_t write_affinity(std::span<const char> format, std::span<char> out);

// ---- scheduling policies ----

// Calls `each` for every policy, and after it for each of the policy's parameters.
void for_each_policy(xomp_policy_callback each, void* context);
// Says whether XOMP_SCHEDULE_POLICY may have this value; if not, `message` says why.
bool check_policy(const char* value, std::span<char> message);

// ---- the papers' systems (XOMP_AS) ----

// Calls `each` for every system, and after it for each variable that its name sets.
void for_each_preset(xomp_preset_callback each, void* context);

}  // namespace xomp::api
