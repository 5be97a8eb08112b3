// The archives know std::variant.
#ifndef XOMP_TTG_SERIALIZATION_STD_VARIANT_H
#define XOMP_TTG_SERIALIZATION_STD_VARIANT_H

#include "ttg/serialization/archive.h"

#endif
