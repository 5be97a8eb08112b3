// Values that are one word of a few, or a list of such words.
#pragma once

#include "core/icv/reading.h"

namespace xomp::icv {

bool read_truth(text::Cursor value, bool& truth);

template <auto field>
Verdict read_boolean(text::Cursor value) {
  bool truth;
  if (!read_truth(value, truth)) return Verdict::wrong;
  store(field, truth);
  return Verdict::accepted;
}

template <auto field>
void write_boolean(text::Line& line, const TaskIcv& icv) {
  line.add(load(icv, field) ? "TRUE" : "FALSE");
}

template <auto field>
void write_enabled(text::Line& line, const TaskIcv& icv) {
  line.add(load(icv, field) ? "ENABLED" : "DISABLED");
}

// Checked, then forgotten: there is nothing to choose here.
Verdict read_unused_boolean(text::Cursor value);
void write_true(text::Line& line, const TaskIcv& icv);

// OMP_NESTED: true allows as many active levels as there are, false one.
Verdict read_nested(text::Cursor value);

Verdict read_proc_bind(text::Cursor value);
void write_proc_bind(text::Line& line, const TaskIcv& icv);
Verdict read_teams_bind(text::Cursor value);
void write_teams_bind(text::Line& line, const TaskIcv&);

Verdict read_wait_policy(text::Cursor value);
void write_wait_policy(text::Line& line, const TaskIcv& icv);

Verdict read_library_mode(text::Cursor value);
void write_library_mode(text::Line& line, const TaskIcv& icv);

Verdict read_target_offload(text::Cursor value);
void write_target_offload(text::Line& line, const TaskIcv& icv);

Verdict read_display_env(text::Cursor value);
void write_display_env(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
