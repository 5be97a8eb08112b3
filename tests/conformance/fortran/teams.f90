! teams, distribute and target on the host in Fortran; loop; scan; linear; device routines.
program league
  use omp_lib
  use check
  implicit none
  integer, parameter :: n = 300
  integer :: round

  do round = 1, 10
    call teams()
    call targets()
    call loops()
  end do
  call expect(omp_is_initial_device(), 'initial device')
  call expect_equal(omp_get_num_devices(), omp_get_initial_device(), 'devices')
  call finish()

contains

  subroutine teams()
    integer :: i, total, seen, visits(n)
    visits = 0
    total = 0
    seen = 0
    !$omp teams num_teams(3) thread_limit(2) reduction(+: seen)
    seen = seen + 1
    !$omp distribute
    do i = 1, n
      visits(i) = visits(i) + 1
    end do
    !$omp end teams
    call expect(seen >= 1 .and. seen <= 3, 'teams')
    !$omp teams distribute parallel do num_teams(2) reduction(+: total) dist_schedule(static, 10) schedule(dynamic, 2)
    do i = 1, n
      visits(i) = visits(i) + 1
      total = total + i
    end do
    call expect_equal(total, 45150, 'reduction')
    !$omp teams distribute parallel do simd collapse(1)
    do i = 1, n
      visits(i) = visits(i) + 1
    end do
    call expect(all(visits == 3), 'each once')
  end subroutine

  subroutine targets()
    integer :: i, total, a(n), b(n)
    a = [(i, i = 1, n)]
    b = 0
    total = 0
    !$omp target map(to: a) map(from: b)
    do i = 1, n
      b(i) = 2 * a(i)
    end do
    !$omp end target
    call expect_equal(sum(b), 90300, 'target')
    !$omp target data map(tofrom: a)
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$omp target update from(a)
    call expect_equal(a(n), n + 1, 'update')
    !$omp end target data
    !$omp target enter data map(to: a)
    !$omp target exit data map(from: a)
    !$omp target parallel do reduction(+: total) map(tofrom: total)
    do i = 1, n
      total = total + a(i)
    end do
    call expect_equal(total, 45450, 'target reduction')
    !$omp target nowait map(tofrom: total) depend(out: total)
    total = 1
    !$omp end target
    !$omp target map(tofrom: total) depend(inout: total)
    total = total + 1
    !$omp end target
    !$omp taskwait
    call expect_equal(total, 2, 'nowait')
  end subroutine

  subroutine loops()
    integer :: i, k, running, sums(n), position
    running = 0
    !$omp parallel do reduction(inscan, +: running)
    do i = 1, n
      running = running + i
      !$omp scan inclusive(running)
      sums(i) = running
    end do
    call expect_equal(sums(n), 45150, 'scan')
    call expect_equal(sums(10), 55, 'scan')
    position = 0
    !$omp parallel do linear(position: 3)
    do i = 1, n
      call expect_equal(position, 3 * (i - 1), 'linear')
      position = position + 3
    end do
    call expect_equal(position, 3 * n, 'linear after the loop')
    sums = 0
    !$omp parallel
    !$omp loop
    do k = 1, n
      sums(k) = sums(k) + k
    end do
    !$omp end parallel
    call expect_equal(sum(sums), 45150, 'loop')
  end subroutine
end program
