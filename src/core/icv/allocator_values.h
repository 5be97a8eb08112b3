// OMP_ALLOCATOR: a predefined allocator, a predefined memory space, or such a space with traits.
#pragma once

#include "core/icv/reading.h"

namespace xomp::icv {

Verdict read_allocator(text::Cursor value);
void write_allocator(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
