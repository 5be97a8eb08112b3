// OMP_SCHEDULE: [monotonic:|nonmonotonic:]kind[,chunk]; and KMP_SCHEDULE, which names how libomp divides.
#pragma once

#include "core/icv/reading.h"

namespace xomp::icv {

Verdict read_schedule(text::Cursor value);
void write_schedule(text::Line& line, const TaskIcv& icv);

// kind,variant[;kind,variant]: static is always divided in a balanced way here, guided always iteratively.
Verdict read_division(text::Cursor value);
void write_division(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
