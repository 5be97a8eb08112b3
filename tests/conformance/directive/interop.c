// interop: there is no foreign runtime to talk to, and that is what every call answers.
// compilers: clang
#include <omp.h>

#include "check.h"

int main(void) {
  omp_interop_t object = omp_interop_none;
  int code = 5;
  CHECK_EQUAL(omp_get_num_interop_properties(object), 0);
  CHECK_EQUAL(omp_get_interop_int(object, omp_ipr_fr_id, &code), 0);
  CHECK(omp_get_interop_ptr(object, omp_ipr_device, NULL) == NULL);
  CHECK(omp_get_interop_str(object, omp_ipr_vendor_name, NULL) == NULL);
  return check_result();
}
