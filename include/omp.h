/* OpenMP 5.2 runtime library routines for C and C++, as XOMP provides them, and the kmp_ calls of LLVM's header.
   gcc and clang give some types different sizes and write to two of them in compiled code. So this header follows the
   compiler that reads it, and objects that were compiled against the compiler's own <omp.h> can be linked with
   others. */
#ifndef XOMP_OMP_H
#define XOMP_OMP_H

/* Enumerators as wide as a pointer are an extension in C, which -Wpedantic would report. */
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

#define XOMP_OPENMP_VERSION 202111

#if defined(__cplusplus)
#define XOMP_NOTHROW noexcept
#define XOMP_DEFAULT(value) = value
#define XOMP_POINTER_ENUM : __UINTPTR_TYPE__
#define XOMP_POINTER_ENUM_LAST(name)
extern "C" {
#else
#define XOMP_NOTHROW __attribute__((__nothrow__))
#define XOMP_DEFAULT(value)
#define XOMP_POINTER_ENUM
#define XOMP_POINTER_ENUM_LAST(name) , name = UINTPTR_MAX
#endif

/* ---- types ---- */

typedef uintptr_t omp_uintptr_t;
typedef intptr_t omp_intptr_t;

#if defined(__clang__)
typedef struct omp_lock_t {
  void* xomp_lock;
} omp_lock_t;
typedef struct omp_nest_lock_t {
  void* xomp_lock;
} omp_nest_lock_t;
typedef void* omp_depend_t;
typedef void* omp_interop_t;
#define omp_interop_none ((omp_interop_t)0)
#else
typedef struct {
  unsigned char xomp_lock[4] __attribute__((__aligned__(4)));
} omp_lock_t;
typedef struct {
  unsigned char xomp_lock[8 + sizeof(void*)] __attribute__((__aligned__(sizeof(void*))));
} omp_nest_lock_t;
typedef struct __attribute__((__aligned__(sizeof(void*)))) omp_depend_t {
  char xomp_dependence[2 * sizeof(void*)];
} omp_depend_t;
typedef enum omp_interop_t XOMP_POINTER_ENUM {
  omp_interop_none = 0 XOMP_POINTER_ENUM_LAST(xomp_interop_last)
} omp_interop_t;
#endif

typedef enum omp_sched_t {
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4,
  omp_sched_monotonic = (int)0x80000000
} omp_sched_t;

typedef enum omp_proc_bind_t {
  omp_proc_bind_false = 0,
  omp_proc_bind_true = 1,
  omp_proc_bind_primary = 2,
  omp_proc_bind_master = omp_proc_bind_primary,
  omp_proc_bind_close = 3,
  omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef enum omp_sync_hint_t {
  omp_sync_hint_none = 0,
  omp_sync_hint_uncontended = 1,
  omp_sync_hint_contended = 2,
  omp_sync_hint_nonspeculative = 4,
  omp_sync_hint_speculative = 8,
  omp_lock_hint_none = omp_sync_hint_none,
  omp_lock_hint_uncontended = omp_sync_hint_uncontended,
  omp_lock_hint_contended = omp_sync_hint_contended,
  omp_lock_hint_nonspeculative = omp_sync_hint_nonspeculative,
  omp_lock_hint_speculative = omp_sync_hint_speculative,
  kmp_lock_hint_hle = 1 << 16,
  kmp_lock_hint_rtm = 1 << 17,
  kmp_lock_hint_adaptive = 1 << 18
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

typedef enum omp_event_handle_t XOMP_POINTER_ENUM {
  xomp_event_none = 0 XOMP_POINTER_ENUM_LAST(xomp_event_last)
} omp_event_handle_t;

typedef enum omp_pause_resource_t {
  omp_pause_resume = 0,
  omp_pause_soft = 1,
  omp_pause_hard = 2,
  omp_pause_stop_tool = 3
} omp_pause_resource_t;

typedef enum omp_control_tool_t {
  omp_control_tool_start = 1,
  omp_control_tool_pause = 2,
  omp_control_tool_flush = 3,
  omp_control_tool_end = 4
} omp_control_tool_t;

typedef enum omp_control_tool_result_t {
  omp_control_tool_notool = -2,
  omp_control_tool_nocallback = -1,
  omp_control_tool_success = 0,
  omp_control_tool_ignored = 1
} omp_control_tool_result_t;

enum { omp_initial_device = -1, omp_invalid_device = -4, omp_default_device = -5 };

/* ---- memory ---- */

typedef enum omp_memspace_handle_t XOMP_POINTER_ENUM {
  omp_default_mem_space = 0,
  omp_large_cap_mem_space = 1,
  omp_const_mem_space = 2,
  omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4,
  omp_cgroup_mem_space = 5,
  llvm_omp_target_host_mem_space = 100,
  llvm_omp_target_shared_mem_space = 101,
  llvm_omp_target_device_mem_space = 102 XOMP_POINTER_ENUM_LAST(xomp_memspace_last)
} omp_memspace_handle_t;

typedef enum omp_allocator_handle_t XOMP_POINTER_ENUM {
  omp_null_allocator = 0,
  omp_default_mem_alloc = 1,
  omp_large_cap_mem_alloc = 2,
  omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4,
  omp_low_lat_mem_alloc = 5,
  omp_cgroup_mem_alloc = 6,
  omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8,
  llvm_omp_target_host_mem_alloc = 100,
  llvm_omp_target_shared_mem_alloc = 101,
  llvm_omp_target_device_mem_alloc = 102 XOMP_POINTER_ENUM_LAST(xomp_allocator_last)
} omp_allocator_handle_t;

typedef enum omp_alloctrait_key_t {
  omp_atk_sync_hint = 1,
  omp_atk_alignment = 2,
  omp_atk_access = 3,
  omp_atk_pool_size = 4,
  omp_atk_fallback = 5,
  omp_atk_fb_data = 6,
  omp_atk_pinned = 7,
  omp_atk_partition = 8
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t {
  omp_atv_false = 0,
  omp_atv_true = 1,
  omp_atv_contended = 3,
  omp_atv_uncontended = 4,
  omp_atv_serialized = 5,
  omp_atv_sequential = omp_atv_serialized,
  omp_atv_private = 6,
  omp_atv_all = 7,
  omp_atv_thread = 8,
  omp_atv_pteam = 9,
  omp_atv_cgroup = 10,
  omp_atv_default_mem_fb = 11,
  omp_atv_null_fb = 12,
  omp_atv_abort_fb = 13,
  omp_atv_allocator_fb = 14,
  omp_atv_environment = 15,
  omp_atv_nearest = 16,
  omp_atv_blocked = 17,
  omp_atv_interleaved = 18,
  omp_atv_default = UINTPTR_MAX
} omp_alloctrait_value_t;

typedef struct omp_alloctrait_t {
  omp_alloctrait_key_t key;
  omp_uintptr_t value;
} omp_alloctrait_t;

/* ---- interoperability ---- */

typedef enum omp_interop_property_t {
  omp_ipr_fr_id = -1,
  omp_ipr_fr_name = -2,
  omp_ipr_vendor = -3,
  omp_ipr_vendor_name = -4,
  omp_ipr_device_num = -5,
  omp_ipr_platform = -6,
  omp_ipr_device = -7,
  omp_ipr_device_context = -8,
  omp_ipr_targetsync = -9,
  omp_ipr_first = -9
} omp_interop_property_t;

typedef enum omp_interop_rc_t {
  omp_irc_no_value = 1,
  omp_irc_success = 0,
  omp_irc_empty = -1,
  omp_irc_out_of_range = -2,
  omp_irc_type_int = -3,
  omp_irc_type_ptr = -4,
  omp_irc_type_str = -5,
  omp_irc_other = -6
} omp_interop_rc_t;

typedef enum omp_interop_fr_t {
  omp_ifr_cuda = 1,
  omp_ifr_cuda_driver = 2,
  omp_ifr_opencl = 3,
  omp_ifr_sycl = 4,
  omp_ifr_hip = 5,
  omp_ifr_level_zero = 6,
  omp_ifr_last = 7
} omp_interop_fr_t;

/* ---- threads and teams ---- */

extern void omp_set_num_threads(int num_threads) XOMP_NOTHROW;
extern int omp_get_num_threads(void) XOMP_NOTHROW;
extern int omp_get_max_threads(void) XOMP_NOTHROW;
extern int omp_get_thread_num(void) XOMP_NOTHROW;
extern int omp_get_num_procs(void) XOMP_NOTHROW;
extern int omp_in_parallel(void) XOMP_NOTHROW;
extern void omp_set_dynamic(int dynamic_threads) XOMP_NOTHROW;
extern int omp_get_dynamic(void) XOMP_NOTHROW;
extern void omp_set_nested(int nested) XOMP_NOTHROW;
extern int omp_get_nested(void) XOMP_NOTHROW;
extern int omp_get_cancellation(void) XOMP_NOTHROW;
extern void omp_set_schedule(omp_sched_t kind, int chunk_size) XOMP_NOTHROW;
extern void omp_get_schedule(omp_sched_t* kind, int* chunk_size) XOMP_NOTHROW;
extern int omp_get_thread_limit(void) XOMP_NOTHROW;
extern int omp_get_supported_active_levels(void) XOMP_NOTHROW;
extern void omp_set_max_active_levels(int max_levels) XOMP_NOTHROW;
extern int omp_get_max_active_levels(void) XOMP_NOTHROW;
extern int omp_get_level(void) XOMP_NOTHROW;
extern int omp_get_ancestor_thread_num(int level) XOMP_NOTHROW;
extern int omp_get_team_size(int level) XOMP_NOTHROW;
extern int omp_get_active_level(void) XOMP_NOTHROW;

extern int omp_get_num_teams(void) XOMP_NOTHROW;
extern int omp_get_team_num(void) XOMP_NOTHROW;
extern void omp_set_num_teams(int num_teams) XOMP_NOTHROW;
extern int omp_get_max_teams(void) XOMP_NOTHROW;
extern void omp_set_teams_thread_limit(int thread_limit) XOMP_NOTHROW;
extern int omp_get_teams_thread_limit(void) XOMP_NOTHROW;
extern int omp_get_device_num_teams(int device_num) XOMP_NOTHROW;
extern void omp_set_device_num_teams(int num_teams, int device_num) XOMP_NOTHROW;
extern int omp_get_device_teams_thread_limit(int device_num) XOMP_NOTHROW;
extern void omp_set_device_teams_thread_limit(int thread_limit, int device_num) XOMP_NOTHROW;

/* ---- places and affinity ---- */

extern omp_proc_bind_t omp_get_proc_bind(void) XOMP_NOTHROW;
extern int omp_get_num_places(void) XOMP_NOTHROW;
extern int omp_get_place_num_procs(int place_num) XOMP_NOTHROW;
extern void omp_get_place_proc_ids(int place_num, int* ids) XOMP_NOTHROW;
extern int omp_get_place_num(void) XOMP_NOTHROW;
extern int omp_get_partition_num_places(void) XOMP_NOTHROW;
extern void omp_get_partition_place_nums(int* place_nums) XOMP_NOTHROW;
extern void omp_set_affinity_format(const char* format) XOMP_NOTHROW;
extern size_t omp_get_affinity_format(char* buffer, size_t size) XOMP_NOTHROW;
extern void omp_display_affinity(const char* format) XOMP_NOTHROW;
extern size_t omp_capture_affinity(char* buffer, size_t size, const char* format) XOMP_NOTHROW;

/* ---- tasks ---- */

extern int omp_get_max_task_priority(void) XOMP_NOTHROW;
extern int omp_in_explicit_task(void) XOMP_NOTHROW;
extern int omp_in_final(void) XOMP_NOTHROW;
extern int omp_is_free_agent(void) XOMP_NOTHROW;
extern int omp_ancestor_is_free_agent(int level) XOMP_NOTHROW;
extern void omp_fulfill_event(omp_event_handle_t event) XOMP_NOTHROW;

/* ---- resources, environment, time, tools ---- */

extern int omp_pause_resource(omp_pause_resource_t kind, int device_num) XOMP_NOTHROW;
extern int omp_pause_resource_all(omp_pause_resource_t kind) XOMP_NOTHROW;
extern void omp_display_env(int verbose) XOMP_NOTHROW;
extern double omp_get_wtime(void) XOMP_NOTHROW;
extern double omp_get_wtick(void) XOMP_NOTHROW;
extern int omp_control_tool(int command, int modifier, void* arg) XOMP_NOTHROW;

/* ---- locks ---- */

extern void omp_init_lock(omp_lock_t* lock) XOMP_NOTHROW;
extern void omp_init_lock_with_hint(omp_lock_t* lock, omp_sync_hint_t hint) XOMP_NOTHROW;
extern void omp_destroy_lock(omp_lock_t* lock) XOMP_NOTHROW;
extern void omp_set_lock(omp_lock_t* lock) XOMP_NOTHROW;
extern void omp_unset_lock(omp_lock_t* lock) XOMP_NOTHROW;
extern int omp_test_lock(omp_lock_t* lock) XOMP_NOTHROW;

extern void omp_init_nest_lock(omp_nest_lock_t* lock) XOMP_NOTHROW;
extern void omp_init_nest_lock_with_hint(omp_nest_lock_t* lock, omp_sync_hint_t hint) XOMP_NOTHROW;
extern void omp_destroy_nest_lock(omp_nest_lock_t* lock) XOMP_NOTHROW;
extern void omp_set_nest_lock(omp_nest_lock_t* lock) XOMP_NOTHROW;
extern void omp_unset_nest_lock(omp_nest_lock_t* lock) XOMP_NOTHROW;
extern int omp_test_nest_lock(omp_nest_lock_t* lock) XOMP_NOTHROW;

/* ---- devices ---- */

extern void omp_set_default_device(int device_num) XOMP_NOTHROW;
extern int omp_get_default_device(void) XOMP_NOTHROW;
extern int omp_get_num_devices(void) XOMP_NOTHROW;
extern int omp_get_device_num(void) XOMP_NOTHROW;
extern int omp_get_initial_device(void) XOMP_NOTHROW;
extern int omp_is_initial_device(void) XOMP_NOTHROW;
extern const char* omp_get_uid_from_device(int device_num) XOMP_NOTHROW;
extern int omp_get_device_from_uid(const char* uid) XOMP_NOTHROW;
extern int omp_get_max_progress_width(int device_num) XOMP_NOTHROW;

extern void* omp_target_alloc(size_t size, int device_num) XOMP_NOTHROW;
extern void omp_target_free(void* device_ptr, int device_num) XOMP_NOTHROW;
extern int omp_target_is_present(const void* ptr, int device_num) XOMP_NOTHROW;
extern int omp_target_is_accessible(const void* ptr, size_t size, int device_num) XOMP_NOTHROW;
extern int omp_target_memcpy(void* dst, const void* src, size_t length, size_t dst_offset, size_t src_offset,
                             int dst_device_num, int src_device_num) XOMP_NOTHROW;
extern int omp_target_memcpy_rect(void* dst, const void* src, size_t element_size, int num_dims, const size_t* volume,
                                  const size_t* dst_offsets, const size_t* src_offsets, const size_t* dst_dimensions,
                                  const size_t* src_dimensions, int dst_device_num, int src_device_num) XOMP_NOTHROW;
extern int omp_target_memcpy_async(void* dst, const void* src, size_t length, size_t dst_offset, size_t src_offset,
                                   int dst_device_num, int src_device_num, int depobj_count,
                                   omp_depend_t* depobj_list) XOMP_NOTHROW;
extern int omp_target_memcpy_rect_async(void* dst, const void* src, size_t element_size, int num_dims,
                                        const size_t* volume, const size_t* dst_offsets, const size_t* src_offsets,
                                        const size_t* dst_dimensions, const size_t* src_dimensions, int dst_device_num,
                                        int src_device_num, int depobj_count, omp_depend_t* depobj_list) XOMP_NOTHROW;
extern void* omp_target_memset(void* ptr, int value, size_t count, int device_num) XOMP_NOTHROW;
extern void* omp_target_memset_async(void* ptr, int value, size_t count, int device_num, int depobj_count,
                                     omp_depend_t* depobj_list) XOMP_NOTHROW;
extern int omp_target_associate_ptr(const void* host_ptr, const void* device_ptr, size_t size, size_t device_offset,
                                    int device_num) XOMP_NOTHROW;
extern int omp_target_disassociate_ptr(const void* ptr, int device_num) XOMP_NOTHROW;
extern void* omp_get_mapped_ptr(const void* ptr, int device_num) XOMP_NOTHROW;

extern int omp_get_num_interop_properties(const omp_interop_t interop) XOMP_NOTHROW;
extern omp_intptr_t omp_get_interop_int(const omp_interop_t interop, omp_interop_property_t property_id,
                                        int* ret_code) XOMP_NOTHROW;
extern void* omp_get_interop_ptr(const omp_interop_t interop, omp_interop_property_t property_id,
                                 int* ret_code) XOMP_NOTHROW;
extern const char* omp_get_interop_str(const omp_interop_t interop, omp_interop_property_t property_id,
                                       int* ret_code) XOMP_NOTHROW;
extern const char* omp_get_interop_name(const omp_interop_t interop, omp_interop_property_t property_id) XOMP_NOTHROW;
extern const char* omp_get_interop_type_desc(const omp_interop_t interop,
                                             omp_interop_property_t property_id) XOMP_NOTHROW;
extern const char* omp_get_interop_rc_desc(const omp_interop_t interop, omp_interop_rc_t ret_code) XOMP_NOTHROW;

/* ---- memory management ---- */

extern omp_memspace_handle_t omp_get_devices_memspace(int ndevs, const int* devs,
                                                      omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_memspace_handle_t omp_get_device_memspace(int dev, omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_memspace_handle_t omp_get_devices_and_host_memspace(int ndevs, const int* devs,
                                                               omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_memspace_handle_t omp_get_device_and_host_memspace(int dev, omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_memspace_handle_t omp_get_devices_all_memspace(omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_allocator_handle_t omp_get_devices_allocator(int ndevs, const int* devs,
                                                        omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_allocator_handle_t omp_get_device_allocator(int dev, omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_allocator_handle_t omp_get_devices_and_host_allocator(int ndevs, const int* devs,
                                                                 omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_allocator_handle_t omp_get_device_and_host_allocator(int dev, omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_allocator_handle_t omp_get_devices_all_allocator(omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern int omp_get_memspace_num_resources(omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern size_t omp_get_memspace_pagesize(omp_memspace_handle_t memspace) XOMP_NOTHROW;
extern omp_memspace_handle_t omp_get_submemspace(omp_memspace_handle_t memspace, int num_resources,
                                                 const int* resources) XOMP_NOTHROW;

extern omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t memspace, int ntraits,
                                                 const omp_alloctrait_t traits[]) XOMP_NOTHROW;
extern void omp_destroy_allocator(omp_allocator_handle_t allocator) XOMP_NOTHROW;
extern void omp_set_default_allocator(omp_allocator_handle_t allocator) XOMP_NOTHROW;
extern omp_allocator_handle_t omp_get_default_allocator(void) XOMP_NOTHROW;
extern void omp_free(void* ptr, omp_allocator_handle_t allocator XOMP_DEFAULT(omp_null_allocator)) XOMP_NOTHROW;
extern void* omp_alloc(size_t size, omp_allocator_handle_t allocator XOMP_DEFAULT(omp_null_allocator)) XOMP_NOTHROW
    __attribute__((__malloc__, __alloc_size__(1)));
extern void* omp_aligned_alloc(size_t alignment, size_t size,
                               omp_allocator_handle_t allocator XOMP_DEFAULT(omp_null_allocator)) XOMP_NOTHROW
    __attribute__((__malloc__, __alloc_size__(2)));
extern void* omp_calloc(size_t nmemb, size_t size,
                        omp_allocator_handle_t allocator XOMP_DEFAULT(omp_null_allocator)) XOMP_NOTHROW
    __attribute__((__malloc__, __alloc_size__(1, 2)));
extern void* omp_aligned_calloc(size_t alignment, size_t nmemb, size_t size,
                                omp_allocator_handle_t allocator XOMP_DEFAULT(omp_null_allocator)) XOMP_NOTHROW
    __attribute__((__malloc__, __alloc_size__(2, 3)));
extern void* omp_realloc(void* ptr, size_t size, omp_allocator_handle_t allocator XOMP_DEFAULT(omp_null_allocator),
                         omp_allocator_handle_t free_allocator XOMP_DEFAULT(omp_null_allocator)) XOMP_NOTHROW
    __attribute__((__alloc_size__(2)));

/* ---- LLVM's extensions ---- */

typedef void* kmp_affinity_mask_t;

extern int kmp_get_blocktime(void) XOMP_NOTHROW;
extern void kmp_set_blocktime(int milliseconds) XOMP_NOTHROW;
extern int kmp_get_stacksize(void) XOMP_NOTHROW;
extern void kmp_set_stacksize(int bytes) XOMP_NOTHROW;
extern size_t kmp_get_stacksize_s(void) XOMP_NOTHROW;
extern void kmp_set_stacksize_s(size_t bytes) XOMP_NOTHROW;
extern int kmp_get_library(void) XOMP_NOTHROW;
extern void kmp_set_library(int mode) XOMP_NOTHROW;
extern void kmp_set_library_serial(void) XOMP_NOTHROW;
extern void kmp_set_library_turnaround(void) XOMP_NOTHROW;
extern void kmp_set_library_throughput(void) XOMP_NOTHROW;
extern void kmp_set_defaults(const char* settings) XOMP_NOTHROW;
extern void kmp_set_disp_num_buffers(int count) XOMP_NOTHROW;
extern void kmp_set_warnings_on(void) XOMP_NOTHROW;
extern void kmp_set_warnings_off(void) XOMP_NOTHROW;
extern int kmp_get_num_known_threads(void) XOMP_NOTHROW;
extern int kmp_get_cancellation_status(int kind) XOMP_NOTHROW;

extern int kmp_set_affinity(kmp_affinity_mask_t* mask) XOMP_NOTHROW;
extern int kmp_get_affinity(kmp_affinity_mask_t* mask) XOMP_NOTHROW;
extern int kmp_get_affinity_max_proc(void) XOMP_NOTHROW;
extern void kmp_create_affinity_mask(kmp_affinity_mask_t* mask) XOMP_NOTHROW;
extern void kmp_destroy_affinity_mask(kmp_affinity_mask_t* mask) XOMP_NOTHROW;
extern int kmp_set_affinity_mask_proc(int proc, kmp_affinity_mask_t* mask) XOMP_NOTHROW;
extern int kmp_unset_affinity_mask_proc(int proc, kmp_affinity_mask_t* mask) XOMP_NOTHROW;
extern int kmp_get_affinity_mask_proc(int proc, kmp_affinity_mask_t* mask) XOMP_NOTHROW;

extern void* kmp_malloc(size_t size) XOMP_NOTHROW;
extern void* kmp_aligned_malloc(size_t size, size_t alignment) XOMP_NOTHROW;
extern void* kmp_calloc(size_t nmemb, size_t size) XOMP_NOTHROW;
extern void* kmp_realloc(void* ptr, size_t size) XOMP_NOTHROW;
extern void kmp_free(void* ptr) XOMP_NOTHROW;

#if defined(__cplusplus)
}
#endif

#undef XOMP_NOTHROW
#undef XOMP_DEFAULT
#undef XOMP_POINTER_ENUM
#undef XOMP_POINTER_ENUM_LAST

#endif /* XOMP_OMP_H */
