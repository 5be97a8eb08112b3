// Where each ICV's value came from. Written while the environment is read, by that thread; read by whoever shows ICVs.
#pragma once

#include "core/icv/variables.h"

namespace xomp::icv {

struct Origin {
  enum class Kind : std::uint8_t { default_, variable, variable_for_all, derived };
  Kind kind = Kind::default_;
  const char* variable = nullptr;  // which one, unless default
};

extern Origin origins[kIcvCount];

inline Origin& origin_of(Icv icv) { return origins[static_cast<int>(icv)]; }
// "default", "OMP_NUM_THREADS", "OMP_NUM_THREADS_ALL", "because of OMP_PLACES".
void write_origin(text::Line& line, Icv icv);

}  // namespace xomp::icv
