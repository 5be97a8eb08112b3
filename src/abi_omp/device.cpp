// The device environment: the host is the only device, and the initial one, unless the program brings a library for
// others.
#include <cstring>
#include <strings.h>

#include "abi_omp/device.h"
#include "abi_omp/names.h"
#include "core/api/icv.h"

using namespace xomp;
using namespace xomp::abi_omp;

namespace {

constexpr const char* kHostIdentifier = "OMP_INITIAL_DEVICE";

}  // namespace

XOMP_EXPORT int omp_get_num_devices() { return ask_offload_library("omp_get_num_devices", kDevices); }
XOMP_EXPORT int omp_get_initial_device() { return ask_offload_library("omp_get_initial_device", kDevices); }
XOMP_EXPORT int omp_get_device_num() { return ask_offload_library("omp_get_device_num", kDevices); }
XOMP_EXPORT int omp_is_initial_device() { return 1; }
XOMP_EXPORT int omp_get_default_device() { return api::current_icv().default_device; }
XOMP_EXPORT void omp_set_default_device(int device) {
  api::set_current(&api::TaskIcv::default_device, device < 0 ? 0 : device);
}

XOMP_EXPORT const char* omp_get_uid_from_device(int device) { return is_host(device) ? kHostIdentifier : nullptr; }
XOMP_EXPORT int omp_get_device_from_uid(const char* identifier) {
  return identifier != nullptr && strcasecmp(identifier, kHostIdentifier) == 0 ? kInitialDevice : kInvalidDevice;
}

// OpenMP 6.0: each of the host's threads progresses by itself.
XOMP_EXPORT int omp_get_max_progress_width(int device) { return is_host(device) ? 1 : 0; }

// ---- other names ----

XOMP_ALSO(omp_get_num_devices_, omp_get_num_devices);
XOMP_ALSO(omp_get_initial_device_, omp_get_initial_device);
XOMP_ALSO(omp_get_device_num_, omp_get_device_num);
XOMP_ALSO(omp_is_initial_device_, omp_is_initial_device);
XOMP_ALSO(omp_get_default_device_, omp_get_default_device);
XOMP_EXPORT int omp_get_max_progress_width_(const std::int32_t* device) { return omp_get_max_progress_width(*device); }
XOMP_EXPORT void omp_set_default_device_(const std::int32_t* device) { omp_set_default_device(value_of(device)); }
XOMP_EXPORT void omp_set_default_device_8_(const std::int64_t* device) { omp_set_default_device(value_of(device)); }

// gfortran: a pointer to characters and their number as the result; the device number comes by value.
XOMP_EXPORT void omp_get_uid_from_device_(const char** text, std::size_t* length, std::int32_t device) {
  *text = omp_get_uid_from_device(device);
  *length = *text != nullptr ? std::strlen(*text) : 0;
}
XOMP_EXPORT void omp_get_uid_from_device_8_(const char** text, std::size_t* length, std::int64_t device) {
  omp_get_uid_from_device_(text, length, value_of(&device));
}
XOMP_EXPORT int omp_get_device_from_uid_(const char* text, std::size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;  // a Fortran string is filled up with blanks
  const bool same = length == std::strlen(kHostIdentifier) && strncasecmp(text, kHostIdentifier, length) == 0;
  return same ? kInitialDevice : kInvalidDevice;
}
