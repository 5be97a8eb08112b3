// Values of a small part and pieces of memory.
#ifndef XOMP_TTG_SERIALIZATION_SPLITMD_DATA_DESCRIPTOR_H
#define XOMP_TTG_SERIALIZATION_SPLITMD_DATA_DESCRIPTOR_H

#include "ttg/serialization/data_descriptor.h"
#include "ttg/util/iovec.h"

#endif
