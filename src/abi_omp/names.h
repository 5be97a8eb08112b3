// The other names of a routine: Fortran's (name_, and name_8_ with eight-byte integers, as gfortran's omp_lib asks for
// with -fdefault-integer-8) and those that LLVM's header maps C calls to (ompc_*).
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/export.h"

// A second name of a function of this file with the same parameters.
#define XOMP_ALSO(second, name) extern "C" [[gnu::visibility("default"), gnu::alias(#name)]] decltype(name) second

namespace xomp::abi_omp {

// Fortran passes by reference; eight-byte integers beyond what C takes mean the nearest value.
inline int value_of(const std::int32_t* argument) { return *argument; }
inline int value_of(const std::int64_t* argument) {
  return static_cast<int>(std::clamp<std::int64_t>(*argument, INT32_MIN, INT32_MAX));
}

}  // namespace xomp::abi_omp
