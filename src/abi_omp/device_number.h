// Which numbers mean the host, the only device there is.
#pragma once

namespace xomp::abi_omp {

inline constexpr int kDevices = 0;         // omp_get_num_devices: without the host
inline constexpr int kInitialDevice = -1;  // omp_initial_device, another name of device number kDevices
inline constexpr int kInvalidDevice = -4;  // omp_invalid_device, gcc's value

inline bool is_host(int device) { return device == kDevices || device == kInitialDevice; }

}  // namespace xomp::abi_omp
