// Values that are kept as they were written, for the rooms that know what they mean.
#pragma once

#include "core/icv/reading.h"

namespace xomp::icv {

// A copy that lives as long as the process: programs that change their title overwrite the environment.
const char* keep(text::Cursor value);

template <auto field>
Verdict read_text(text::Cursor value) {
  if (value.empty()) return Verdict::wrong;
  store(field, keep(value));
  return Verdict::accepted;
}

template <auto field>
void write_text(text::Line& line, const TaskIcv& icv) {
  const char* text = load(icv, field);
  if (text != nullptr) line.add(text);
}

Verdict read_affinity_format(text::Cursor value);
void write_affinity_format(text::Line& line, const TaskIcv& icv);

Verdict read_tool_libraries(text::Cursor value);
Verdict read_schedule_policy(text::Cursor value);
// disabled, stdout, stderr or the name of a file.
Verdict read_tool_verbose_init(text::Cursor value);
void write_tool_verbose_init(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
