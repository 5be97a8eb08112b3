// The archives know std::tuple.
#ifndef XOMP_TTG_SERIALIZATION_STD_TUPLE_H
#define XOMP_TTG_SERIALIZATION_STD_TUPLE_H

#include "ttg/serialization/archive.h"

#endif
