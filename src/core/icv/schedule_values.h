// OMP_SCHEDULE: [monotonic:|nonmonotonic:]kind[,chunk]; and KMP_SCHEDULE, which names how libomp divides.
#pragma once

#include "core/icv/reading.h"

namespace xomp::icv {

Verdict read_schedule(Text value);
void write_schedule(Line& line, const TaskIcv& icv);

// kind,variant[;kind,variant]: static is always divided in a balanced way here, guided always iteratively.
Verdict read_division(Text value);
void write_division(Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
