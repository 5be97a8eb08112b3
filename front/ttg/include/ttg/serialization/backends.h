// The archives that there are.
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_H

#include "ttg/serialization/archive.h"

#endif
