! taskloop of Fortran programs: grains, collapse, nogroup, reductions, lastprivate, descending and strided loops.
program taskloops
  use omp_lib
  use check
  implicit none
  integer, parameter :: n = 500
  integer :: visits(n), round

  !$omp parallel
  !$omp single
  do round = 1, 10
    call loops()
    call results()
  end do
  !$omp end single
  !$omp end parallel
  call loops()
  call results()
  call finish()

contains

  subroutine once(what)
    character(*), intent(in) :: what
    call expect(all(visits == 1), what)
    visits = 0
  end subroutine

  subroutine loops()
    integer :: i, j
    integer(8) :: k
    visits = 0
    !$omp taskloop grainsize(30)
    do i = 1, n
      visits(i) = visits(i) + 1
    end do
    !$omp end taskloop
    call once('grainsize')
    !$omp taskloop num_tasks(strict: 7)
    do i = n, 1, -1
      visits(i) = visits(i) + 1
    end do
    call once('num_tasks')
    !$omp taskloop collapse(2) nogroup
    do j = 0, 9
      do i = 1, n / 10
        visits(50 * j + i) = visits(50 * j + i) + 1
      end do
    end do
    !$omp taskwait
    call once('collapse')
    !$omp taskloop simd grainsize(strict: 100)
    do k = 1, n
      visits(k) = visits(k) + 1
    end do
    call once('simd')
    visits = 1
    !$omp taskloop if(.false.) untied priority(1)
    do i = 1, n, 7
      visits(i) = visits(i) + 1
    end do
    call expect_equal(sum(visits), n + 72, 'stride')
    !$omp taskloop
    do i = 1, 0
      call expect(.false., 'no iteration')
    end do
    !$omp end taskloop
    visits = 0
  end subroutine

  subroutine results()
    integer :: i, last, total, most
    double precision :: product
    last = 0
    total = 1
    most = 0
    product = 1
    !$omp taskloop lastprivate(last) reduction(+: total) reduction(max: most) reduction(*: product) num_tasks(9)
    do i = 1, 100
      last = i
      total = total + i
      most = max(most, mod(i * 37, 101))
      if (i <= 10) product = product * 2
    end do
    !$omp end taskloop
    call expect_equal(last, 100, 'lastprivate')
    call expect_equal(total, 5051, 'sum')
    call expect_equal(most, 100, 'max')
    call expect_near(product, 1024d0, 'product')
    total = 0
    !$omp taskgroup task_reduction(+: total)
    !$omp taskloop in_reduction(+: total) nogroup
    do i = 1, 100
      total = total + 2
    end do
    !$omp end taskloop
    !$omp end taskgroup
    call expect_equal(total, 200, 'in_reduction')
  end subroutine
end program
