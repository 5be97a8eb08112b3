! OpenMP 5.2's modules omp_lib_kinds and omp_lib for Fortran compilers that come without them, or whose own lack newer
! routines. Compile it with the program's compiler and options; the kinds are gfortran's, whose objects it mixes with.
! Where OpenMP allows any integer kind, four and eight bytes are taken.
module omp_lib_kinds
  use, intrinsic :: iso_c_binding, only: c_int, c_int32_t, c_intptr_t
  implicit none
  private :: c_int, c_int32_t, c_intptr_t
  public

  integer, parameter :: omp_lock_kind = 4, omp_nest_lock_kind = 8
  integer, parameter :: omp_sched_kind = c_int32_t
  integer, parameter :: omp_proc_bind_kind = c_int32_t
  integer, parameter :: omp_sync_hint_kind = c_int32_t, omp_lock_hint_kind = omp_sync_hint_kind
  integer, parameter :: omp_pause_resource_kind = c_int32_t
  integer, parameter :: omp_control_tool_kind = c_int32_t, omp_control_tool_result_kind = c_int32_t
  integer, parameter :: omp_event_handle_kind = c_intptr_t
  integer, parameter :: omp_memspace_handle_kind = c_intptr_t, omp_allocator_handle_kind = c_intptr_t
  integer, parameter :: omp_alloctrait_key_kind = c_int, omp_alloctrait_val_kind = c_intptr_t
  integer, parameter :: omp_depend_kind = 16

  integer(omp_sched_kind), parameter :: omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, &
    omp_sched_auto = 4, omp_sched_monotonic = -2147483647_omp_sched_kind - 1
  integer(omp_proc_bind_kind), parameter :: omp_proc_bind_false = 0, omp_proc_bind_true = 1, omp_proc_bind_primary = 2, &
    omp_proc_bind_master = 2, omp_proc_bind_close = 3, omp_proc_bind_spread = 4
  integer(omp_sync_hint_kind), parameter :: omp_sync_hint_none = 0, omp_sync_hint_uncontended = 1, &
    omp_sync_hint_contended = 2, omp_sync_hint_nonspeculative = 4, omp_sync_hint_speculative = 8
  integer(omp_lock_hint_kind), parameter :: omp_lock_hint_none = 0, omp_lock_hint_uncontended = 1, &
    omp_lock_hint_contended = 2, omp_lock_hint_nonspeculative = 4, omp_lock_hint_speculative = 8
  integer(omp_pause_resource_kind), parameter :: omp_pause_soft = 1, omp_pause_hard = 2
  integer(omp_control_tool_kind), parameter :: omp_control_tool_start = 1, omp_control_tool_pause = 2, &
    omp_control_tool_flush = 3, omp_control_tool_end = 4
  integer(omp_control_tool_result_kind), parameter :: omp_control_tool_notool = -2, omp_control_tool_nocallback = -1, &
    omp_control_tool_success = 0, omp_control_tool_ignored = 1

  integer(omp_memspace_handle_kind), parameter :: omp_default_mem_space = 0, omp_large_cap_mem_space = 1, &
    omp_const_mem_space = 2, omp_high_bw_mem_space = 3, omp_low_lat_mem_space = 4
  integer(omp_allocator_handle_kind), parameter :: omp_null_allocator = 0, omp_default_mem_alloc = 1, &
    omp_large_cap_mem_alloc = 2, omp_const_mem_alloc = 3, omp_high_bw_mem_alloc = 4, omp_low_lat_mem_alloc = 5, &
    omp_cgroup_mem_alloc = 6, omp_pteam_mem_alloc = 7, omp_thread_mem_alloc = 8
  integer(omp_alloctrait_key_kind), parameter :: omp_atk_sync_hint = 1, omp_atk_alignment = 2, omp_atk_access = 3, &
    omp_atk_pool_size = 4, omp_atk_fallback = 5, omp_atk_fb_data = 6, omp_atk_pinned = 7, omp_atk_partition = 8
  integer(omp_alloctrait_val_kind), parameter :: omp_atv_default = -1, omp_atv_false = 0, omp_atv_true = 1, &
    omp_atv_contended = 3, omp_atv_uncontended = 4, omp_atv_serialized = 5, omp_atv_sequential = 5, &
    omp_atv_private = 6, omp_atv_all = 7, omp_atv_thread = 8, omp_atv_pteam = 9, omp_atv_cgroup = 10, &
    omp_atv_default_mem_fb = 11, omp_atv_null_fb = 12, omp_atv_abort_fb = 13, omp_atv_allocator_fb = 14, &
    omp_atv_environment = 15, omp_atv_nearest = 16, omp_atv_blocked = 17, omp_atv_interleaved = 18

  type omp_alloctrait
    sequence
    integer(omp_alloctrait_key_kind) :: key
    integer(omp_alloctrait_val_kind) :: value
  end type
end module

module omp_lib
  use omp_lib_kinds
  implicit none
  private :: omp_set_num_threads_8, omp_set_dynamic_8, omp_set_nested_8, omp_set_schedule_8, omp_get_schedule_8, &
    omp_set_max_active_levels_8, omp_get_ancestor_thread_num_8, omp_get_team_size_8, omp_set_num_teams_8, &
    omp_set_teams_thread_limit_8, omp_get_place_num_procs_8, omp_get_place_proc_ids_8, &
    omp_get_partition_place_nums_8, omp_set_default_device_8, omp_display_env_8, omp_init_allocator_8

  integer, parameter :: openmp_version = 202111

  ! ---- threads and levels ----

  interface
    integer(4) function omp_get_num_threads()
    end function
    integer(4) function omp_get_max_threads()
    end function
    integer(4) function omp_get_thread_num()
    end function
    integer(4) function omp_get_num_procs()
    end function
    integer(4) function omp_get_thread_limit()
    end function
    integer(4) function omp_get_supported_active_levels()
    end function
    integer(4) function omp_get_max_active_levels()
    end function
    integer(4) function omp_get_level()
    end function
    integer(4) function omp_get_active_level()
    end function
    logical(4) function omp_in_parallel()
    end function
    logical(4) function omp_get_dynamic()
    end function
    logical(4) function omp_get_nested()
    end function
    logical(4) function omp_get_cancellation()
    end function
    logical(4) function omp_in_final()
    end function
    logical(4) function omp_in_explicit_task()
    end function
    logical(4) function omp_is_free_agent()
    end function
    logical(4) function omp_ancestor_is_free_agent(level)
      integer(4), intent(in) :: level
    end function
    integer(4) function omp_get_max_progress_width(device_num)
      integer(4), intent(in) :: device_num
    end function
    integer(4) function omp_get_device_num_teams(device_num)
      integer(4), intent(in) :: device_num
    end function
    subroutine omp_set_device_num_teams(num_teams, device_num)
      integer(4), intent(in) :: num_teams, device_num
    end subroutine
    integer(4) function omp_get_device_teams_thread_limit(device_num)
      integer(4), intent(in) :: device_num
    end function
    subroutine omp_set_device_teams_thread_limit(thread_limit, device_num)
      integer(4), intent(in) :: thread_limit, device_num
    end subroutine
  end interface
  interface omp_set_num_threads
    subroutine omp_set_num_threads(num_threads)
      integer(4), intent(in) :: num_threads
    end subroutine
    subroutine omp_set_num_threads_8(num_threads)
      integer(8), intent(in) :: num_threads
    end subroutine
  end interface
  interface omp_set_dynamic
    subroutine omp_set_dynamic(dynamic_threads)
      logical(4), intent(in) :: dynamic_threads
    end subroutine
    subroutine omp_set_dynamic_8(dynamic_threads)
      logical(8), intent(in) :: dynamic_threads
    end subroutine
  end interface
  interface omp_set_nested
    subroutine omp_set_nested(nested)
      logical(4), intent(in) :: nested
    end subroutine
    subroutine omp_set_nested_8(nested)
      logical(8), intent(in) :: nested
    end subroutine
  end interface
  interface omp_set_schedule
    subroutine omp_set_schedule(kind, chunk_size)
      import omp_sched_kind
      integer(omp_sched_kind), intent(in) :: kind
      integer(4), intent(in) :: chunk_size
    end subroutine
    subroutine omp_set_schedule_8(kind, chunk_size)
      import omp_sched_kind
      integer(omp_sched_kind), intent(in) :: kind
      integer(8), intent(in) :: chunk_size
    end subroutine
  end interface
  interface omp_get_schedule
    subroutine omp_get_schedule(kind, chunk_size)
      import omp_sched_kind
      integer(omp_sched_kind), intent(out) :: kind
      integer(4), intent(out) :: chunk_size
    end subroutine
    subroutine omp_get_schedule_8(kind, chunk_size)
      import omp_sched_kind
      integer(omp_sched_kind), intent(out) :: kind
      integer(8), intent(out) :: chunk_size
    end subroutine
  end interface
  interface omp_set_max_active_levels
    subroutine omp_set_max_active_levels(max_levels)
      integer(4), intent(in) :: max_levels
    end subroutine
    subroutine omp_set_max_active_levels_8(max_levels)
      integer(8), intent(in) :: max_levels
    end subroutine
  end interface
  interface omp_get_ancestor_thread_num
    integer(4) function omp_get_ancestor_thread_num(level)
      integer(4), intent(in) :: level
    end function
    integer(4) function omp_get_ancestor_thread_num_8(level)
      integer(8), intent(in) :: level
    end function
  end interface
  interface omp_get_team_size
    integer(4) function omp_get_team_size(level)
      integer(4), intent(in) :: level
    end function
    integer(4) function omp_get_team_size_8(level)
      integer(8), intent(in) :: level
    end function
  end interface

  ! ---- teams ----

  interface
    integer(4) function omp_get_num_teams()
    end function
    integer(4) function omp_get_team_num()
    end function
    integer(4) function omp_get_max_teams()
    end function
    integer(4) function omp_get_teams_thread_limit()
    end function
  end interface
  interface omp_set_num_teams
    subroutine omp_set_num_teams(num_teams)
      integer(4), intent(in) :: num_teams
    end subroutine
    subroutine omp_set_num_teams_8(num_teams)
      integer(8), intent(in) :: num_teams
    end subroutine
  end interface
  interface omp_set_teams_thread_limit
    subroutine omp_set_teams_thread_limit(thread_limit)
      integer(4), intent(in) :: thread_limit
    end subroutine
    subroutine omp_set_teams_thread_limit_8(thread_limit)
      integer(8), intent(in) :: thread_limit
    end subroutine
  end interface

  ! ---- places ----

  interface
    function omp_get_proc_bind()
      import omp_proc_bind_kind
      integer(omp_proc_bind_kind) :: omp_get_proc_bind
    end function
    integer(4) function omp_get_num_places()
    end function
    integer(4) function omp_get_place_num()
    end function
    integer(4) function omp_get_partition_num_places()
    end function
    subroutine omp_set_affinity_format(format)
      character(len=*), intent(in) :: format
    end subroutine
    integer(4) function omp_get_affinity_format(buffer)
      character(len=*), intent(out) :: buffer
    end function
    subroutine omp_display_affinity(format)
      character(len=*), intent(in) :: format
    end subroutine
    integer(4) function omp_capture_affinity(buffer, format)
      character(len=*), intent(out) :: buffer
      character(len=*), intent(in) :: format
    end function
  end interface
  interface omp_get_place_num_procs
    integer(4) function omp_get_place_num_procs(place_num)
      integer(4), intent(in) :: place_num
    end function
    integer(4) function omp_get_place_num_procs_8(place_num)
      integer(8), intent(in) :: place_num
    end function
  end interface
  interface omp_get_place_proc_ids
    subroutine omp_get_place_proc_ids(place_num, ids)
      integer(4), intent(in) :: place_num
      integer(4), intent(out) :: ids(*)
    end subroutine
    subroutine omp_get_place_proc_ids_8(place_num, ids)
      integer(8), intent(in) :: place_num
      integer(8), intent(out) :: ids(*)
    end subroutine
  end interface
  interface omp_get_partition_place_nums
    subroutine omp_get_partition_place_nums(place_nums)
      integer(4), intent(out) :: place_nums(*)
    end subroutine
    subroutine omp_get_partition_place_nums_8(place_nums)
      integer(8), intent(out) :: place_nums(*)
    end subroutine
  end interface

  ! ---- devices ----

  interface
    integer(4) function omp_get_default_device()
    end function
    integer(4) function omp_get_num_devices()
    end function
    integer(4) function omp_get_device_num()
    end function
    integer(4) function omp_get_initial_device()
    end function
    logical(4) function omp_is_initial_device()
    end function
  end interface
  interface omp_set_default_device
    subroutine omp_set_default_device(device_num)
      integer(4), intent(in) :: device_num
    end subroutine
    subroutine omp_set_default_device_8(device_num)
      integer(8), intent(in) :: device_num
    end subroutine
  end interface

  ! ---- tasks, resources, time ----

  interface
    integer(4) function omp_get_max_task_priority()
    end function
    integer(4) function omp_pause_resource(kind, device_num)
      import omp_pause_resource_kind
      integer(omp_pause_resource_kind), intent(in) :: kind
      integer(4), intent(in) :: device_num
    end function
    integer(4) function omp_pause_resource_all(kind)
      import omp_pause_resource_kind
      integer(omp_pause_resource_kind), intent(in) :: kind
    end function
    double precision function omp_get_wtime()
    end function
    double precision function omp_get_wtick()
    end function
    function omp_control_tool(command, modifier)
      import omp_control_tool_kind, omp_control_tool_result_kind
      integer(omp_control_tool_kind), intent(in) :: command
      integer(4), intent(in) :: modifier
      integer(omp_control_tool_result_kind) :: omp_control_tool
    end function
  end interface
  interface omp_display_env
    subroutine omp_display_env(verbose)
      logical(4), intent(in) :: verbose
    end subroutine
    subroutine omp_display_env_8(verbose)
      logical(8), intent(in) :: verbose
    end subroutine
  end interface

  ! ---- locks ----

  interface
    subroutine omp_init_lock(lock)
      import omp_lock_kind
      integer(omp_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_destroy_lock(lock)
      import omp_lock_kind
      integer(omp_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_set_lock(lock)
      import omp_lock_kind
      integer(omp_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_unset_lock(lock)
      import omp_lock_kind
      integer(omp_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_init_lock_with_hint(lock, hint)
      import omp_lock_kind, omp_sync_hint_kind
      integer(omp_lock_kind), intent(inout) :: lock
      integer(omp_sync_hint_kind), intent(in) :: hint
    end subroutine
    logical(4) function omp_test_lock(lock)
      import omp_lock_kind
      integer(omp_lock_kind), intent(inout) :: lock
    end function
    subroutine omp_init_nest_lock(lock)
      import omp_nest_lock_kind
      integer(omp_nest_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_destroy_nest_lock(lock)
      import omp_nest_lock_kind
      integer(omp_nest_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_set_nest_lock(lock)
      import omp_nest_lock_kind
      integer(omp_nest_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_unset_nest_lock(lock)
      import omp_nest_lock_kind
      integer(omp_nest_lock_kind), intent(inout) :: lock
    end subroutine
    subroutine omp_init_nest_lock_with_hint(lock, hint)
      import omp_nest_lock_kind, omp_sync_hint_kind
      integer(omp_nest_lock_kind), intent(inout) :: lock
      integer(omp_sync_hint_kind), intent(in) :: hint
    end subroutine
    integer(4) function omp_test_nest_lock(lock)
      import omp_nest_lock_kind
      integer(omp_nest_lock_kind), intent(inout) :: lock
    end function
  end interface

  ! ---- allocators ----

  interface
    subroutine omp_destroy_allocator(allocator)
      import omp_allocator_handle_kind
      integer(omp_allocator_handle_kind), intent(in) :: allocator
    end subroutine
    subroutine omp_set_default_allocator(allocator)
      import omp_allocator_handle_kind
      integer(omp_allocator_handle_kind), intent(in) :: allocator
    end subroutine
    function omp_get_default_allocator()
      import omp_allocator_handle_kind
      integer(omp_allocator_handle_kind) :: omp_get_default_allocator
    end function
  end interface
  interface omp_init_allocator
    function omp_init_allocator(memspace, ntraits, traits)
      import omp_allocator_handle_kind, omp_alloctrait, omp_memspace_handle_kind
      integer(omp_memspace_handle_kind), intent(in) :: memspace
      integer(4), intent(in) :: ntraits
      type(omp_alloctrait), intent(in) :: traits(*)
      integer(omp_allocator_handle_kind) :: omp_init_allocator
    end function
    function omp_init_allocator_8(memspace, ntraits, traits)
      import omp_allocator_handle_kind, omp_alloctrait, omp_memspace_handle_kind
      integer(omp_memspace_handle_kind), intent(in) :: memspace
      integer(8), intent(in) :: ntraits
      type(omp_alloctrait), intent(in) :: traits(*)
      integer(omp_allocator_handle_kind) :: omp_init_allocator_8
    end function
  end interface

  interface
    integer(4) function omp_get_memspace_num_resources(memspace)
      import omp_memspace_handle_kind
      integer(omp_memspace_handle_kind), intent(in) :: memspace
    end function
    function omp_get_submemspace(memspace, num_resources, resources)
      import omp_memspace_handle_kind
      integer(omp_memspace_handle_kind), intent(in) :: memspace
      integer(4), intent(in) :: num_resources, resources(*)
      integer(omp_memspace_handle_kind) :: omp_get_submemspace
    end function
  end interface

  ! ---- C's entries: by value ----

  interface
    subroutine omp_fulfill_event(event) bind(c)
      import omp_event_handle_kind
      integer(omp_event_handle_kind), value :: event
    end subroutine
    function omp_alloc(size, allocator) bind(c)
      use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
      import omp_allocator_handle_kind
      integer(c_size_t), value :: size
      integer(omp_allocator_handle_kind), value :: allocator
      type(c_ptr) :: omp_alloc
    end function
    function omp_aligned_alloc(alignment, size, allocator) bind(c)
      use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
      import omp_allocator_handle_kind
      integer(c_size_t), value :: alignment, size
      integer(omp_allocator_handle_kind), value :: allocator
      type(c_ptr) :: omp_aligned_alloc
    end function
    function omp_calloc(nmemb, size, allocator) bind(c)
      use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
      import omp_allocator_handle_kind
      integer(c_size_t), value :: nmemb, size
      integer(omp_allocator_handle_kind), value :: allocator
      type(c_ptr) :: omp_calloc
    end function
    function omp_aligned_calloc(alignment, nmemb, size, allocator) bind(c)
      use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
      import omp_allocator_handle_kind
      integer(c_size_t), value :: alignment, nmemb, size
      integer(omp_allocator_handle_kind), value :: allocator
      type(c_ptr) :: omp_aligned_calloc
    end function
    function omp_realloc(ptr, size, allocator, free_allocator) bind(c)
      use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
      import omp_allocator_handle_kind
      type(c_ptr), value :: ptr
      integer(c_size_t), value :: size
      integer(omp_allocator_handle_kind), value :: allocator, free_allocator
      type(c_ptr) :: omp_realloc
    end function
    subroutine omp_free(ptr, allocator) bind(c)
      use, intrinsic :: iso_c_binding, only: c_ptr
      import omp_allocator_handle_kind
      type(c_ptr), value :: ptr
      integer(omp_allocator_handle_kind), value :: allocator
    end subroutine
  end interface
end module
