! critical, atomic, locks, barrier, ordered, doacross, masked, scope, flush, cancellation, workshare in Fortran.
! env-each: OMP_CANCELLATION=true | OMP_CANCELLATION=false
program synchronisation
  use omp_lib
  use check
  implicit none
  integer :: round, threads

  threads = omp_get_max_threads()
  do round = 1, 10
    call exclusion()
    call atomics()
    call order()
    call once()
    call cancelled()
    call arrays()
  end do
  call finish()

contains

  subroutine exclusion()
    integer :: a, b, c, d, i
    integer(omp_lock_kind) :: lock
    integer(omp_nest_lock_kind) :: nested
    a = 0; b = 0; c = 0; d = 0
    call omp_init_lock(lock)
    call omp_init_nest_lock(nested)
    !$omp parallel private(i) shared(a, b, c, d)
    do i = 1, 100
      !$omp critical
      a = a + 1
      !$omp end critical
      !$omp critical (named) hint(omp_sync_hint_contended)
      b = b + 1
      !$omp end critical (named)
      call omp_set_lock(lock)
      c = c + 1
      call omp_unset_lock(lock)
      call omp_set_nest_lock(nested)
      call omp_set_nest_lock(nested)
      d = d + 1
      call omp_unset_nest_lock(nested)
      call omp_unset_nest_lock(nested)
    end do
    !$omp end parallel
    call expect(all([a, b, c, d] == 100 * threads), 'exclusion')
    call expect(omp_test_lock(lock), 'free lock')
    call omp_unset_lock(lock)
    call omp_destroy_lock(lock)
    call omp_destroy_nest_lock(nested)
  end subroutine

  subroutine atomics()
    integer :: i, count, got
    real(8) :: wide
    complex(8) :: z
    logical :: flag
    count = 0
    wide = 0
    z = 0
    flag = .true.
    !$omp parallel do private(got)
    do i = 1, 1000
      !$omp atomic update
      count = count + 1
      !$omp atomic
      wide = wide + 0.5d0
      !$omp atomic
      z = z + (1d0, 2d0)
      !$omp atomic
      flag = flag .and. .true.
      !$omp atomic read
      got = count
      call expect(got >= 1 .and. got <= 1000, 'atomic read')
    end do
    call expect_equal(count, 1000, 'atomic')
    call expect_near(wide, 500d0, 'atomic real')
    call expect_near(aimag(z), 2000d0, 'atomic complex')
    call expect(flag, 'atomic logical')
    !$omp atomic capture
    got = count
    count = max(count, 5000)
    !$omp end atomic
    call expect_equal(got, 1000, 'capture')
    call expect_equal(count, 5000, 'max')
  end subroutine

  subroutine order()
    integer :: i, j, next, grid(0:20, 0:20)
    next = 1
    !$omp parallel do ordered schedule(dynamic)
    do i = 1, 60
      !$omp ordered
      call expect_equal(next, i, 'ordered')
      next = next + 1
      !$omp end ordered
    end do
    grid = 1
    !$omp parallel do ordered(2) schedule(static, 1)
    do i = 1, 20
      do j = 1, 20
        !$omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
        grid(i, j) = mod(grid(i - 1, j) + grid(i, j - 1), 1000)
        !$omp ordered depend(source)
      end do
    end do
    call expect_equal(grid(2, 2), 6, 'doacross')
    call expect_equal(grid(4, 4), 70, 'doacross')
    call expect_equal(grid(6, 6), 924, 'doacross')
  end subroutine

  subroutine once()
    integer :: masters, masked, singles, total, parts
    masters = 0; masked = 0; singles = 0; total = 0; parts = 0
    !$omp parallel shared(masters, masked, singles, total, parts)
    !$omp master
    masters = masters + 1
    !$omp end master
    !$omp masked filter(omp_get_num_threads() - 1)
    masked = masked + 1
    !$omp end masked
    !$omp single
    singles = singles + 1
    !$omp end single nowait
    !$omp barrier
    !$omp flush
    call expect_equal(masters + masked + singles, 3, 'each once')
    !$omp scope reduction(+: total)
    total = total + 1
    !$omp end scope
    call expect_equal(total, omp_get_num_threads(), 'scope')
    !$omp sections reduction(+: parts)
    !$omp section
    parts = parts + 1
    !$omp section
    parts = parts + 10
    !$omp section
    parts = parts + 100
    !$omp end sections
    !$omp end parallel
    call expect_equal(parts, 111, 'sections')
  end subroutine

  subroutine cancelled()
    integer :: ran, i
    ran = 0
    !$omp parallel do schedule(dynamic) shared(ran)
    do i = 1, 5000
      !$omp cancellation point do
      if (i == 40) then
        !$omp cancel do
      end if
      !$omp atomic
      ran = ran + 1
    end do
    if (omp_get_cancellation()) then
      ! a thread that meets its cancellation point after the request drops the iteration that it has taken
      call expect(ran >= 40 - threads .and. ran < 5000, 'cancelled')
    else
      call expect_equal(ran, 5000, 'not cancelled')
    end if
    ran = 0
    !$omp parallel
    !$omp cancel parallel
    !$omp atomic
    ran = ran + 1
    !$omp end parallel
    call expect_equal(ran, merge(0, threads, omp_get_cancellation()), 'cancel parallel')
    ran = 0
    !$omp parallel
    !$omp single
    !$omp taskgroup
    !$omp task if(.false.)
    !$omp cancel taskgroup
    !$omp end task
    do i = 1, 50
      !$omp task shared(ran)
      !$omp atomic
      ran = ran + 1
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    call expect_equal(ran, merge(0, 50, omp_get_cancellation()), 'cancel taskgroup')
  end subroutine

  subroutine arrays()
    real :: a(100), b(100)
    real :: total
    b = 2
    !$omp parallel workshare shared(a, b, total)
    a = b + 1
    where (a > 2) b = a * 2
    total = sum(b)
    !$omp end parallel workshare
    call expect_near(dble(total), 600d0, 'workshare')
  end subroutine
end program
