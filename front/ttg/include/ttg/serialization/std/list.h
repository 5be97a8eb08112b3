// The archives know std::list.
#ifndef XOMP_TTG_SERIALIZATION_STD_LIST_H
#define XOMP_TTG_SERIALIZATION_STD_LIST_H

#include "ttg/serialization/archive.h"

#endif
