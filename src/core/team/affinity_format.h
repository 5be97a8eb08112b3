// The format in which threads say where they run: text with fields (OpenMP 5.2, section 21.4.3). A field is %[[[0].]size]field,
// where `field` is a letter or {long_name}. It is left-justified in `size` characters; with a dot it is right-justified, and with 0
// in front of the dot it is filled with zeros.
#pragma once

#include <span>

#include "text/line.h"

namespace xomp::team {

enum class AffinityField {
  team_num,
  num_teams,
  nesting_level,
  thread_num,
  num_threads,
  ancestor_tnum,
  host,
  process_id,
  native_thread_id,
  thread_affinity,
};

// Writes the value of a field.
struct AffinityValues {
  void (*write)(void* context, AffinityField field, text::Line& line);
  void* context;
};

// Adds `format` to `output`, with values in place of its fields. A field that does not exist gives "undefined".
void write_affinity_format(text::Output& output, std::span<const char> format, const AffinityValues& values);

}  // namespace xomp::team
