// The systems of the papers by name (XOMP_AS, `xomp run --as`, `xomp info --as`). A preset gives values to variables that the user has
// not set. So each part of a system can be set alone, or changed. The table is in presets.cpp; derived.cpp gives the values, once the
// user's own have been read; tools get the table by xomp_for_each_preset().
#pragma once

#include <span>

#include "core/icv/values.h"

namespace xomp::icv {

struct Preset {
  const char* name;
  const char* help;                       // what the system is, in one line
  const char* source;                     // the paper, and where in it
  const char* ours;                       // what the paper leaves open, and what holds here
  std::span<const char* const> settings;  // NAME=value each
};

std::span<const Preset> presets();
// All names, for the sentence that says what is allowed.
inline constexpr const char* kPresetNames =
    "xqueue, x-openmp-wait, x-openmp-nowait, x-openmp-nowait-2, ompi, xgomp, xgomptb, na-rp, na-ws, ttg, ttg-before, "
    "x-taskflow-hybrid or x-taskflow-lf";

// The reader and the writer of XOMP_AS.
Verdict read_preset(text::Cursor value);
void write_preset(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
