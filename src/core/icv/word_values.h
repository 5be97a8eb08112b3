// Values that are one word of a few, or a list of such words.
#pragma once

#include "core/icv/reading.h"

namespace xomp::icv {

bool read_truth(Text value, bool& truth);

template <auto field>
Verdict read_boolean(Text value) {
  bool truth;
  if (!read_truth(value, truth)) return Verdict::wrong;
  store(field, truth);
  return Verdict::accepted;
}

template <auto field>
void write_boolean(Line& line, const TaskIcv& icv) {
  line.add(load(icv, field) ? "TRUE" : "FALSE");
}

template <auto field>
void write_enabled(Line& line, const TaskIcv& icv) {
  line.add(load(icv, field) ? "ENABLED" : "DISABLED");
}

// Checked, then forgotten: there is nothing to choose here.
Verdict read_unused_boolean(Text value);
void write_true(Line& line, const TaskIcv& icv);

// OMP_NESTED: true allows as many active levels as there are, false one.
Verdict read_nested(Text value);

Verdict read_proc_bind(Text value);
void write_proc_bind(Line& line, const TaskIcv& icv);
Verdict read_teams_bind(Text value);
void write_teams_bind(Line& line, const TaskIcv&);

Verdict read_wait_policy(Text value);
void write_wait_policy(Line& line, const TaskIcv& icv);

Verdict read_library_mode(Text value);
void write_library_mode(Line& line, const TaskIcv& icv);

Verdict read_target_offload(Text value);
void write_target_offload(Line& line, const TaskIcv& icv);

Verdict read_display_env(Text value);
void write_display_env(Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
