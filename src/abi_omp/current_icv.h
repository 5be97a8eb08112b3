// The ICVs of the calling task, as the omp_* routines read and set them.
#pragma once

#include "core/team/lifecycle.h"
#include "core/team/roots.h"
#include "core/team/team.h"

namespace xomp::abi_omp {

// For routines that need no thread: they may be the program's first use of OpenMP, too.
inline icv::GlobalIcv& settled_global() {
  team::settle_environment();
  return icv::global;
}

inline const icv::TaskIcv& current_icv() { return team::icv_of(team::self()); }

// Programs set what is set already in front of every region: then no copy is made.
template <class Value>
void set_current(Value icv::TaskIcv::* field, const Value& value) {
  team::Worker& me = team::self();
  if (team::icv_of(me).*field != value) team::writable_icv(me).*field = value;
}

}  // namespace xomp::abi_omp
