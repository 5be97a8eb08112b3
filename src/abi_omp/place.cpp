// Binding and places.
#include "abi_omp/current_icv.h"
#include "abi_omp/names.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_proc_bind() { return static_cast<int>(current_icv().bind); }

// TODO(#2): from topology, once it is there. Until then there are no places.
XOMP_EXPORT int omp_get_num_places() { return 0; }
XOMP_EXPORT int omp_get_place_num_procs(int) { return 0; }
XOMP_EXPORT void omp_get_place_proc_ids(int, int*) {}
XOMP_EXPORT int omp_get_place_num() { return -1; }
XOMP_EXPORT int omp_get_partition_num_places() { return 0; }
XOMP_EXPORT void omp_get_partition_place_nums(int*) {}

// ---- other names ----

XOMP_ALSO(omp_get_proc_bind_, omp_get_proc_bind);
XOMP_ALSO(omp_get_num_places_, omp_get_num_places);
XOMP_ALSO(omp_get_place_num_, omp_get_place_num);
XOMP_ALSO(omp_get_partition_num_places_, omp_get_partition_num_places);
XOMP_ALSO(omp_get_partition_place_nums_, omp_get_partition_place_nums);

XOMP_EXPORT int omp_get_place_num_procs_(const std::int32_t* place) { return omp_get_place_num_procs(value_of(place)); }
XOMP_EXPORT int omp_get_place_num_procs_8_(const std::int64_t* place) {
  return omp_get_place_num_procs(value_of(place));
}
XOMP_EXPORT void omp_get_place_proc_ids_(const std::int32_t* place, std::int32_t* ids) {
  omp_get_place_proc_ids(value_of(place), ids);
}
XOMP_EXPORT void omp_get_place_proc_ids_8_(const std::int64_t*, std::int64_t*) {}
XOMP_EXPORT void omp_get_partition_place_nums_8_(std::int64_t*) {}
