// The archives know std::array.
#ifndef XOMP_TTG_SERIALIZATION_STD_ARRAY_H
#define XOMP_TTG_SERIALIZATION_STD_ARRAY_H

#include "ttg/serialization/archive.h"

#endif
