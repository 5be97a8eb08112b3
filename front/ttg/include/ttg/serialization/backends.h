// The archives that there are: our own (archive.h) always, Boost's and MADNESS's where a program asks for them
// (TTG_SERIALIZATION_SUPPORTS_BOOST, TTG_SERIALIZATION_SUPPORTS_MADNESS).
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_H

#include "ttg/serialization/backends/boost.h"
#include "ttg/serialization/backends/madness.h"

#endif
