// LLVM's offload library (libomptarget), which a program built for devices brings along. It has routines of the same
// names as ours, but clang's programs bind them to the runtime, so the runtime asks it. It may be loaded at any time.
#pragma once

#include "platform/shared_object.h"

namespace xomp::abi_omp {

// Calls the library's routine of that name; `otherwise` is the answer without the library.
template <class Result, class... Arguments>
Result ask_offload_library(const char* routine, Result otherwise, Arguments... arguments) {
  void* found = platform::find_loaded_symbol(routine, "VERS1.0");
  return found != nullptr ? reinterpret_cast<Result (*)(Arguments...)>(found)(arguments...) : otherwise;
}

}  // namespace xomp::abi_omp
