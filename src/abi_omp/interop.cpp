// omp_get_interop_*: about objects of foreign runtimes, of which there are none on the host: every object is
// omp_interop_none. Fortran's forms have the same shape as far as it is looked at.
#include <cstdint>

#include "abi_omp/names.h"

using namespace xomp;

namespace {

// omp_interop_rc_t
constexpr int kEmpty = -1;
constexpr int kOutOfRange = -2;

// omp_interop_property_t counts down from -1.
constexpr const char* kProperties[] = {"fr_id",    "fr_name", "vendor",         "vendor_name", "device_num",
                                       "platform", "device",  "device_context", "targetsync"};
constexpr int kPropertyCount = sizeof kProperties / sizeof *kProperties;

bool is_property(int property) { return property < 0 && property >= -kPropertyCount; }

void deliver(int* code, int property) {
  if (code != nullptr) *code = is_property(property) ? kEmpty : kOutOfRange;
}

// omp_interop_rc_t's values from 1 downwards.
constexpr const char* kCodes[] = {"no value available",
                                  "success",
                                  "the interop object is omp_interop_none",
                                  "no such property",
                                  "the property is an integer: use omp_get_interop_int",
                                  "the property is a pointer: use omp_get_interop_ptr",
                                  "the property is a string: use omp_get_interop_str",
                                  "some other error"};
constexpr int kCodeCount = sizeof kCodes / sizeof *kCodes;

}  // namespace

XOMP_EXPORT int omp_get_num_interop_properties(void*) { return 0; }

XOMP_EXPORT std::intptr_t omp_get_interop_int(void*, int property, int* code) {
  deliver(code, property);
  return 0;
}
XOMP_EXPORT void* omp_get_interop_ptr(void*, int property, int* code) {
  deliver(code, property);
  return nullptr;
}
XOMP_EXPORT const char* omp_get_interop_str(void*, int property, int* code) {
  deliver(code, property);
  return nullptr;
}
XOMP_EXPORT const char* omp_get_interop_name(void*, int property) {
  return is_property(property) ? kProperties[-property - 1] : nullptr;
}
XOMP_EXPORT const char* omp_get_interop_type_desc(void*, int) { return nullptr; }
XOMP_EXPORT const char* omp_get_interop_rc_desc(void*, int code) {
  return code <= 1 && code > 1 - kCodeCount ? kCodes[1 - code] : nullptr;
}

// ---- other names ----

XOMP_ALSO(omp_get_num_interop_properties_, omp_get_num_interop_properties);
XOMP_ALSO(omp_get_interop_int_, omp_get_interop_int);
XOMP_ALSO(omp_get_interop_ptr_, omp_get_interop_ptr);
XOMP_ALSO(omp_get_interop_str_, omp_get_interop_str);
XOMP_ALSO(omp_get_interop_name_, omp_get_interop_name);
XOMP_ALSO(omp_get_interop_type_desc_, omp_get_interop_type_desc);
XOMP_ALSO(omp_get_interop_rc_desc_, omp_get_interop_rc_desc);
