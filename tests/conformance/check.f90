! What the Fortran test programs say wrong results with: expect, expect_equal, finish. Callable from any thread.
module check
  use, intrinsic :: iso_fortran_env, only: error_unit, int64
  implicit none
  integer, private :: failures = 0
  interface expect_equal
    module procedure expect_equal_4, expect_equal_8
  end interface
contains
  logical function shown()
    integer :: number
    !$omp atomic capture
    failures = failures + 1
    number = failures
    !$omp end atomic
    shown = number <= 10
  end function

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (.not. holds) then
      if (shown()) write (error_unit, '(2a)') 'not true: ', what
    end if
  end subroutine

  subroutine expect_equal_4(got, want, what)
    integer, intent(in) :: got, want
    character(*), intent(in) :: what
    call expect_equal_8(int(got, int64), int(want, int64), what)
  end subroutine

  subroutine expect_equal_8(got, want, what)
    integer(int64), intent(in) :: got, want
    character(*), intent(in) :: what
    if (got /= want) then
      if (shown()) write (error_unit, '(2a,i0,a,i0)') what, ' is ', got, ', not ', want
    end if
  end subroutine

  subroutine expect_near(got, want, what)
    double precision, intent(in) :: got, want
    character(*), intent(in) :: what
    if (.not. abs(got - want) <= 1d-6 * (abs(want) + 1)) then
      if (shown()) write (error_unit, '(2a,g0,a,g0)') what, ' is ', got, ', not ', want
    end if
  end subroutine

  ! The last statement of every program.
  subroutine finish()
    if (failures /= 0) then
      flush (error_unit)
      call exit(1)
    end if
  end subroutine
end module
