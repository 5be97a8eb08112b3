// LLVM 24's names for routines with eight-byte integers: its omp_lib maps calls to them under -fdefault-integer-8, and its omp.h declares
// those that take values. Numbers beyond what C takes mean the nearest one. Any thread.
#include "abi_omp/names.h"

using namespace xomp::abi_omp;
using Integer = std::int64_t;

#pragma GCC visibility push(default)
extern "C" {

void omp_set_num_threads_8_(const Integer*);
void omp_set_max_active_levels_8_(const Integer*);
void omp_set_num_teams_8_(const Integer*);
void omp_set_teams_thread_limit_8_(const Integer*);
void omp_set_default_device_8_(const Integer*);
void omp_set_schedule_8_(const std::uint32_t*, const Integer*);
void omp_get_schedule_8_(std::int32_t*, Integer*);
int omp_get_ancestor_thread_num_8_(const Integer*);
int omp_get_team_size_8_(const Integer*);
int omp_get_place_num_procs_8_(const Integer*);
void omp_get_place_proc_ids_8_(const Integer*, Integer*);
void omp_get_partition_place_nums_8_(Integer*);
int omp_pause_resource(int, int);

// ---- by value ----

void kmp_set_num_threads_8(Integer n) { omp_set_num_threads_8_(&n); }
void kmpc_set_num_threads_8(Integer n) { omp_set_num_threads_8_(&n); }
void kmp_set_max_active_levels_8(Integer n) { omp_set_max_active_levels_8_(&n); }
void kmp_set_num_teams_8(Integer n) { omp_set_num_teams_8_(&n); }
void kmp_set_teams_thread_limit_8(Integer n) { omp_set_teams_thread_limit_8_(&n); }
void kmp_set_default_device_8(Integer device) { omp_set_default_device_8_(&device); }
void kmp_set_schedule_8(std::uint32_t kind, Integer chunk) { omp_set_schedule_8_(&kind, &chunk); }
void kmp_get_schedule_8(std::int32_t* kind, Integer* chunk) { omp_get_schedule_8_(kind, chunk); }
int kmp_get_ancestor_thread_num_8(Integer level) { return omp_get_ancestor_thread_num_8_(&level); }
int kmp_get_team_size_8(Integer level) { return omp_get_team_size_8_(&level); }
int kmp_get_place_num_procs_8(Integer place) { return omp_get_place_num_procs_8_(&place); }
void kmp_get_place_proc_ids_8(Integer place, Integer* ids) { omp_get_place_proc_ids_8_(&place, ids); }
void kmp_get_partition_place_nums_8(Integer* places) { omp_get_partition_place_nums_8_(places); }
int kmp_pause_resource_8(std::int32_t kind, Integer device) { return omp_pause_resource(kind, value_of(&device)); }

// ---- by reference, as Fortran calls ----

void kmp_set_num_threads_8_(const Integer* n) { omp_set_num_threads_8_(n); }
void kmp_set_max_active_levels_8_(const Integer* n) { omp_set_max_active_levels_8_(n); }
void kmp_set_num_teams_8_(const Integer* n) { omp_set_num_teams_8_(n); }
void kmp_set_teams_thread_limit_8_(const Integer* n) { omp_set_teams_thread_limit_8_(n); }
void kmp_set_default_device_8_(const Integer* device) { omp_set_default_device_8_(device); }
void kmp_set_schedule_8_(const std::uint32_t* kind, const Integer* chunk) { omp_set_schedule_8_(kind, chunk); }
void kmp_get_schedule_8_(std::int32_t* kind, Integer* chunk) { omp_get_schedule_8_(kind, chunk); }
int kmp_get_ancestor_thread_num_8_(const Integer* level) { return omp_get_ancestor_thread_num_8_(level); }
int kmp_get_team_size_8_(const Integer* level) { return omp_get_team_size_8_(level); }
int kmp_get_place_num_procs_8_(const Integer* place) { return omp_get_place_num_procs_8_(place); }
void kmp_get_place_proc_ids_8_(const Integer* place, Integer* ids) { omp_get_place_proc_ids_8_(place, ids); }
void kmp_get_partition_place_nums_8_(Integer* places) { omp_get_partition_place_nums_8_(places); }
int kmp_pause_resource_8_(const std::int32_t* kind, const Integer* device) {
  return kmp_pause_resource_8(*kind, *device);
}

}  // extern "C"
#pragma GCC visibility pop
