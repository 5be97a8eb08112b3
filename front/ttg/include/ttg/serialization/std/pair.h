// The archives know std::pair.
#ifndef XOMP_TTG_SERIALIZATION_STD_PAIR_H
#define XOMP_TTG_SERIALIZATION_STD_PAIR_H

#include "ttg/serialization/archive.h"

#endif
