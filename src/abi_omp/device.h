// Which numbers mean the host, the only device there is; and LLVM's offload library (libomptarget), which a program
// built for other devices brings along. It has routines of the same names as ours, but clang's programs bind them to
// the runtime, so the runtime asks it. It may be loaded at any time.
#pragma once

#include "core/api/icv.h"
#include "platform/shared_object.h"

namespace xomp::abi_omp {

inline constexpr int kDevices = 0;         // omp_get_num_devices: without the host
inline constexpr int kInitialDevice = -1;  // omp_initial_device, another name of device number kDevices
inline constexpr int kInvalidDevice = -4;  // omp_invalid_device, gcc's value
inline constexpr int kDefaultDevice =
    -5;  // omp_default_device, gcc's value: what default-device-var of the calling task says

inline bool is_host(int device) {
  if (device == kDefaultDevice) device = api::current_icv().default_device;
  return device == kDevices || device == kInitialDevice;
}

// Calls the library's routine of that name; `otherwise` is the answer without the library.
template <class Result, class... Arguments>
Result ask_offload_library(const char* routine, Result otherwise, Arguments... arguments) {
  void* found = platform::find_loaded_symbol(routine, "VERS1.0");
  return found != nullptr ? reinterpret_cast<Result (*)(Arguments...)>(found)(arguments...) : otherwise;
}

}  // namespace xomp::abi_omp
