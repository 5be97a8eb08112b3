// The archives know std::vector.
#ifndef XOMP_TTG_SERIALIZATION_STD_VECTOR_H
#define XOMP_TTG_SERIALIZATION_STD_VECTOR_H

#include "ttg/serialization/archive.h"

#endif
