! Loops, sections, single and workshare of Fortran programs.
program loop_fortran
  use omp_lib
  use check
  implicit none
  integer, parameter :: n = 500
  integer :: i, j, last, expected, threads, a(n), b(n), counts(20, 30)
  integer(8) :: wide, total
  real(8) :: x(n), product

  a = 0
  last = -1
  !$omp parallel do schedule(dynamic, 3) lastprivate(last)
  do i = 1, n
    a(i) = a(i) + i
    last = i
  end do
  call expect_equal(last, n, "last")
  call expect_equal(sum(a), n * (n + 1) / 2, "sum(a)")

  expected = n
  !$omp parallel do schedule(guided) ordered
  do i = n, 1, -3
    !$omp ordered
    if (i /= expected) call expect_equal(i, expected, "ordered i")
    expected = expected - 3
    !$omp end ordered
  end do

  counts = 0
  !$omp parallel do collapse(2) schedule(runtime)
  do j = 1, 30
    do i = 1, 20
      counts(i, j) = counts(i, j) + 1
    end do
  end do
  call expect_equal(sum(counts), 600, "sum(counts)")

  total = 0
  !$omp parallel do schedule(static, 1000) reduction(+ : total)
  do wide = 3000000000_8, 3000100000_8
    total = total + (wide - 3000000000_8)
  end do
  call expect_equal(int(total / 100001_8), 50000, "total")

  threads = 0
  b = -1
  !$omp parallel private(last) shared(threads)
  !$omp sections
  !$omp section
  b(1) = 1
  !$omp section
  b(2) = 2
  !$omp end sections
  !$omp single
  last = omp_get_thread_num()
  threads = omp_get_num_threads()
  !$omp end single copyprivate(last)
  if (last < 0 .or. last >= threads) call expect_equal(last, 0, "copied last")
  !$omp workshare
  x = 2.0d0
  where (a > 250) x = x * 2.0d0
  !$omp end workshare
  !$omp end parallel
  call expect_equal(b(1) + b(2), 3, "sections")
  product = sum(x)
  call expect_equal(int(product), 2 * n + 2 * 250, "sum(x)")
  call finish()
end program
