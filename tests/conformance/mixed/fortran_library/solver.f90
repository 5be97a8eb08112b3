! A Fortran library with regions, orphaned loops, tasks and criticals of its own, called from C.
module solver
  use iso_c_binding
  use omp_lib
  implicit none
  integer :: calls = 0
  !$omp threadprivate(calls)
contains

  ! A region of its own, wherever it is called.
  real(c_double) function solver_dot(n, x, y) bind(c) result(total)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n), y(n)
    integer :: i
    total = 0
    !$omp parallel do reduction(+: total) schedule(dynamic, 16)
    do i = 1, n
      total = total + x(i) * y(i)
    end do
  end function

  ! Shares the caller's team.
  subroutine solver_scale(n, factor, x) bind(c)
    integer(c_int), value :: n
    real(c_double), value :: factor
    real(c_double), intent(inout) :: x(n)
    integer :: i
    calls = calls + 1
    !$omp do
    do i = 1, n
      x(i) = factor * x(i)
    end do
    !$omp end do
  end subroutine

  recursive integer(c_long) function solver_fib(n) bind(c) result(value)
    integer(c_int), value :: n
    integer(c_long) :: a, b
    value = n
    if (n < 2) return
    !$omp task shared(a)
    a = solver_fib(n - 1)
    !$omp end task
    !$omp task shared(b)
    b = solver_fib(n - 2)
    !$omp end task
    !$omp taskwait
    value = a + b
  end function

  subroutine solver_count(total) bind(c)
    integer(c_long), intent(inout) :: total
    !$omp critical (counted)
    total = total + 1
    !$omp end critical (counted)
  end subroutine

  integer(c_int) function solver_calls() bind(c)
    solver_calls = calls
  end function
end module
