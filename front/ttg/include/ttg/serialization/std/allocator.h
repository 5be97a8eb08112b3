// The archives know std::allocator.
#ifndef XOMP_TTG_SERIALIZATION_STD_ALLOCATOR_H
#define XOMP_TTG_SERIALIZATION_STD_ALLOCATOR_H

#include "ttg/serialization/archive.h"

#endif
