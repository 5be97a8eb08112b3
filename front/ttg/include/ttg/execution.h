// Where a task runs.
#ifndef XOMP_TTG_EXECUTION_H
#define XOMP_TTG_EXECUTION_H

#include "ttg/fwd.h"

namespace ttg {

// Only Host exists here.
inline constexpr ExecutionSpace available_execution_space = ExecutionSpace::Host;

}  // namespace ttg

#endif
