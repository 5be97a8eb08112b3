! Every routine of omp_lib that gfortran 12 knows, with the arguments' default kinds.
! threads: 3
! output: any
program fortran_api
  use omp_lib
  use check
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk, ids(64), nested_size
  character(len=20) :: buffer
  double precision :: start
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest_lock

  call omp_set_num_threads(3)
  call expect_equal(omp_get_max_threads(), 3, 'max threads')
  call expect_equal(omp_get_num_threads(), 1, 'threads')
  call expect_equal(omp_get_thread_num(), 0, 'number')
  call expect(omp_get_num_procs() >= 1, 'processors')
  call expect(.not. omp_in_parallel(), 'outside')
  call expect(.not. omp_in_final(), 'not final')
  call omp_set_dynamic(.true.)
  call expect(omp_get_dynamic(), 'dynamic')
  call omp_set_dynamic(.false.)
  call expect(.not. omp_get_dynamic(), 'not dynamic')
  call omp_set_nested(.true.)
  call expect(omp_get_nested(), 'nested')
  call omp_set_nested(.false.)
  call expect(.not. omp_get_nested(), 'not nested')
  call expect(.not. omp_get_cancellation(), 'no cancellation')

  call omp_set_schedule(omp_sched_guided, 7)
  call omp_get_schedule(kind, chunk)
  call expect_equal(int(kind), int(omp_sched_guided), 'kind')
  call expect_equal(chunk, 7, 'chunk')
  call omp_set_max_active_levels(2)
  call expect_equal(omp_get_max_active_levels(), 2, 'active levels')
  call expect(omp_get_supported_active_levels() >= 2, 'supported levels')
  call expect_equal(omp_get_thread_limit(), huge(1), 'limit')

  nested_size = 0
  !$omp parallel num_threads(3) reduction(max: nested_size)
  call expect_equal(omp_get_level(), 1, 'level')
  call expect_equal(omp_get_active_level(), 1, 'active level')
  call expect_equal(omp_get_ancestor_thread_num(1), omp_get_thread_num(), 'self')
  call expect_equal(omp_get_ancestor_thread_num(0), 0, 'root')
  call expect_equal(omp_get_team_size(1), 3, 'size')
  !$omp parallel num_threads(2)
  call expect_equal(omp_get_team_size(2), 2, 'nested size')
  !$omp end parallel
  nested_size = omp_get_team_size(0)
  !$omp end parallel
  call expect_equal(nested_size, 1, 'initial team')

  call expect(omp_get_num_places() >= 0, 'places')
  call expect(omp_get_place_num() >= -1, 'place')
  call expect_equal(omp_get_place_num_procs(-1), 0, 'processors of no place')
  call expect(omp_get_partition_num_places() >= 0, 'partition')
  call expect(omp_get_partition_num_places() <= 64, 'partition fits')
  call omp_get_partition_place_nums(ids)
  call expect(omp_get_proc_bind() >= 0, 'bind')

  call expect_equal(omp_get_default_device(), 0, 'default device')
  call expect_equal(omp_get_num_devices(), 0, 'devices')
  call expect_equal(omp_get_device_num(), 0, 'device')
  call expect_equal(omp_get_initial_device(), 0, 'initial device')
  call expect(omp_is_initial_device(), 'on the initial device')
  call expect_equal(omp_get_num_teams(), 1, 'teams')
  call expect_equal(omp_get_team_num(), 0, 'team')
  call omp_set_num_teams(4)
  call expect_equal(omp_get_max_teams(), 4, 'max teams')
  call omp_set_teams_thread_limit(5)
  call expect_equal(omp_get_teams_thread_limit(), 5, 'limit of teams')
  call expect_equal(omp_get_max_task_priority(), 0, 'priority')

  call omp_set_affinity_format('thread %n')
  call expect_equal(int(omp_get_affinity_format(buffer)), 9, 'length')
  call expect(buffer == 'thread %n', 'format')
  call expect_equal(int(omp_capture_affinity(buffer, '[%.3N]')), 5, 'length')
  call expect(buffer == '[  1]', 'captured')
  call expect_equal(int(omp_capture_affinity(buffer(1:4), 'abcdefg')), 7, 'length')
  call expect(buffer(1:5) == 'abcd]', 'cut')
  call omp_display_affinity('%N')
  call omp_display_env(.false.)

  start = omp_get_wtime()
  call expect(omp_get_wtime() >= start, 'time')
  call expect(omp_get_wtick() > 0, 'tick')

  call omp_init_lock(lock)
  call omp_set_lock(lock)
  call expect(.not. omp_test_lock(lock), 'locked')
  call omp_unset_lock(lock)
  call expect(omp_test_lock(lock), 'free')
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
  call omp_init_nest_lock(nest_lock)
  call omp_set_nest_lock(nest_lock)
  call expect_equal(omp_test_nest_lock(nest_lock), 2, 'nesting')
  call omp_unset_nest_lock(nest_lock)
  call omp_unset_nest_lock(nest_lock)
  call omp_destroy_nest_lock(nest_lock)

  call expect_equal(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0, 'pause')
  call expect_equal(omp_pause_resource_all(omp_pause_hard), 0, 'pause all')
  call finish()
end program
