// Hashes of pairs.
#ifndef XOMP_TTG_UTIL_HASH_STD_PAIR_H
#define XOMP_TTG_UTIL_HASH_STD_PAIR_H

#include "ttg/util/hash.h"

#endif
