// Binding and places.
#include "abi_omp/current_icv.h"
#include "abi_omp/names.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_proc_bind() { return static_cast<int>(current_icv().bind); }

XOMP_EXPORT int omp_get_num_places() {
  team::settle_environment();
  return team::has_places() ? team::places().count() : 0;
}

namespace {

const team::Location& own_location() { return team::thread_of(team::self()).location; }

// A thread that was never in a region with places is where the initial thread is.
team::Location location_now() { return own_location().partition.count > 0 ? own_location() : team::initial_location(); }

bool is_place(int place) { return place >= 0 && place < omp_get_num_places(); }

template <class Integer>
void list_processors(int place, Integer* ids) {
  if (!is_place(place)) return;
  for (int processor : team::places()[place]) *ids++ = processor;
}

template <class Integer>
void list_partition(Integer* places) {
  const topology::Partition partition = location_now().partition;
  for (int i = 0; i < partition.count; ++i) *places++ = partition.first + i;
}

}  // namespace

XOMP_EXPORT int omp_get_place_num_procs(int place) { return is_place(place) ? team::places()[place].count : 0; }
XOMP_EXPORT void omp_get_place_proc_ids(int place, int* ids) { list_processors(place, ids); }
XOMP_EXPORT int omp_get_place_num() { return location_now().place; }
XOMP_EXPORT int omp_get_partition_num_places() { return location_now().partition.count; }
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
