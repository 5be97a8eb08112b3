// What a task costs here and now, measured with the library itself.
#pragma once

#include "installation.h"

namespace xomp::tool {

// Returns the nanoseconds of a task that stays with its thread: made, run and waited for. 0: it could not be measured.
double measure_task_cost(const Installation& installation);

}  // namespace xomp::tool
