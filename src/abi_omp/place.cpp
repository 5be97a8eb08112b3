// Binding and places.
#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/machine.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_proc_bind() { return static_cast<int>(api::current_icv().bind); }

XOMP_EXPORT int omp_get_num_places() { return api::place_count(); }

namespace {

bool is_place(int place) { return place >= 0 && place < api::place_count(); }

template <class Integer>
void list_processors(int place, Integer* ids) {
  if (!is_place(place)) return;
  for (int processor : api::place_at(place)) *ids++ = processor;
}

template <class Integer>
void list_partition(Integer* places) {
  const api::Partition partition = api::current_location().partition;
  for (int i = 0; i < partition.count; ++i) *places++ = partition.first + i;
}

}  // namespace

XOMP_EXPORT int omp_get_place_num_procs(int place) { return is_place(place) ? api::place_at(place).count : 0; }
XOMP_EXPORT void omp_get_place_proc_ids(int place, int* ids) { list_processors(place, ids); }
XOMP_EXPORT int omp_get_place_num() { return api::current_location().place; }
XOMP_EXPORT int omp_get_partition_num_places() { return api::current_location().partition.count; }
XOMP_EXPORT void omp_get_partition_place_nums(int* places) { list_partition(places); }

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
XOMP_EXPORT void omp_get_place_proc_ids_8_(const std::int64_t* place, std::int64_t* ids) {
  list_processors(value_of(place), ids);
}
XOMP_EXPORT void omp_get_partition_place_nums_8_(std::int64_t* places) { list_partition(places); }
