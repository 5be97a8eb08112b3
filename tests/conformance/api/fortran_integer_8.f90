! The routines with eight-byte integers and logicals: other entries than with the default kinds.
! threads: 3
! output: any
program fortran_api_8
  use omp_lib
  use check
  implicit none
  integer, parameter :: k = selected_int_kind(18)
  integer(omp_sched_kind) :: kind
  integer(k) :: chunk, ids(64)

  call omp_set_num_threads(3_k)
  call expect_equal(omp_get_max_threads(), 3, 'max threads')
  call omp_set_num_threads(-5000000000_k)
  call expect_equal(omp_get_max_threads(), 1, 'far below')
  call omp_set_num_threads(2_k)
  call omp_set_dynamic(.true._k)
  call expect(omp_get_dynamic(), 'dynamic')
  call omp_set_dynamic(.false._k)
  call expect(.not. omp_get_dynamic(), 'not dynamic')
  call omp_set_nested(.true._k)
  call expect(omp_get_nested(), 'nested')
  call omp_set_max_active_levels(5000000000_k)
  call expect_equal(omp_get_max_active_levels(), omp_get_supported_active_levels(), 'far above')
  call omp_set_schedule(omp_sched_dynamic, 9_k)
  call omp_get_schedule(kind, chunk)
  call expect_equal(int(kind), int(omp_sched_dynamic), 'kind')
  call expect_equal(chunk, 9_k, 'chunk')
  !$omp parallel num_threads(3)
  call expect_equal(omp_get_ancestor_thread_num(1_k), omp_get_thread_num(), 'self')
  call expect_equal(omp_get_team_size(1_k), 3, 'size')
  call expect_equal(omp_get_team_size(-1_k), -1, 'no level')
  !$omp end parallel
  call expect_equal(omp_get_place_num_procs(-1_k), 0, 'processors of no place')
  call omp_get_place_proc_ids(-1_k, ids)
  call omp_get_partition_place_nums(ids)
  call omp_set_default_device(0_k)
  call omp_set_num_teams(4_k)
  call expect_equal(omp_get_max_teams(), 4, 'teams')
  call omp_set_teams_thread_limit(5_k)
  call expect_equal(omp_get_teams_thread_limit(), 5, 'limit')
  call omp_display_env(.false._k)
  call finish()
end program
