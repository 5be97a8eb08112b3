// How values become bytes: needed where they leave the process, not on the way from task to task.
#ifndef XOMP_TTG_SERIALIZATION_H
#define XOMP_TTG_SERIALIZATION_H

#include "ttg/serialization/data_descriptor.h"
#include "ttg/serialization/splitmd_data_descriptor.h"
#include "ttg/serialization/traits.h"

#endif
