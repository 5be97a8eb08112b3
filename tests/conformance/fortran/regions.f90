! parallel in Fortran: clauses, reductions of every kind, allocatable and character privates, nesting, copyin, threadprivate.
module shared_data
  implicit none
  integer :: own = 5
  real, allocatable :: vector(:)
  !$omp threadprivate(own, vector)
  integer :: number
  common /block/ number
  !$omp threadprivate(/block/)
end module

program regions
  use omp_lib
  use check
  use shared_data
  implicit none
  integer :: round, threads

  threads = omp_get_max_threads()
  do round = 1, 20
    call clauses()
    call reductions()
    call private_to_threads()
    call nested()
  end do
  call finish()

contains

  subroutine clauses()
    integer :: first, hidden, count
    integer, allocatable :: a(:)
    character(len=4) :: text
    first = 4
    count = 0
    text = 'abcd'
    allocate (a(3))
    a = 7
    !$omp parallel firstprivate(first, a, text) private(hidden) reduction(+: count)
    hidden = omp_get_thread_num()
    call expect_equal(first, 4, 'firstprivate')
    call expect(allocated(a), 'allocated')
    call expect_equal(sum(a), 21, 'allocatable')
    call expect(text == 'abcd', 'text')
    a = hidden
    text = 'none'
    count = count + 1
    !$omp end parallel
    call expect_equal(count, threads, 'threads')
    call expect_equal(sum(a), 21, 'untouched')
    count = 0
    !$omp parallel num_threads(2) default(none) shared(count)
    !$omp atomic
    count = count + 1
    !$omp end parallel
    call expect_equal(count, 2, 'num_threads')
    !$omp parallel if(.false.)
    call expect_equal(omp_get_num_threads(), 1, 'if')
    !$omp end parallel
    !$omp parallel proc_bind(close)
    call expect_equal(omp_get_level(), 1, 'level')
    !$omp end parallel
  end subroutine

  subroutine reductions()
    integer :: s, p, lo, hi, ia, io, ix, i
    logical :: la, lo2, le, ln
    complex :: z
    real :: vec(5)
    s = 0; p = 1; lo = 1000; hi = -1; ia = -1; io = 0; ix = 0
    la = .true.; lo2 = .false.; le = .true.; ln = .false.
    z = (0.0, 0.0)
    vec = 0
    !$omp parallel do reduction(+: s, z, vec) reduction(*: p) reduction(min: lo) reduction(max: hi) reduction(iand: ia) &
    !$omp& reduction(ior: io) reduction(ieor: ix) reduction(.and.: la) reduction(.or.: lo2) reduction(.eqv.: le) &
    !$omp& reduction(.neqv.: ln) schedule(dynamic, 3)
    do i = 1, 100
      s = s + i
      if (i <= 8) p = p * 2
      lo = min(lo, 200 - i)
      hi = max(hi, i)
      if (i == 50) ia = iand(ia, not(4))
      io = ior(io, i)
      ix = ieor(ix, i)
      la = la .and. i > 0
      lo2 = lo2 .or. i == 77
      le = le .eqv. .true.
      ln = ln .neqv. .true.
      z = z + (1.0, -1.0)
      vec(mod(i, 5) + 1) = vec(mod(i, 5) + 1) + 1
    end do
    call expect_equal(s, 5050, '+')
    call expect_equal(p, 256, '*')
    call expect_equal(lo, 100, 'min')
    call expect_equal(hi, 100, 'max')
    call expect_equal(ia, -5, 'iand')
    call expect_equal(io, 127, 'ior')
    call expect_equal(ix, 100, 'ieor')
    call expect(la, '.and.')
    call expect(lo2, '.or.')
    call expect(le, '.eqv.')
    call expect(.not. ln, '.neqv.')
    call expect_near(dble(real(z)), 100d0, 'complex')
    call expect(all(vec == 20.0), 'array')
  end subroutine

  subroutine private_to_threads()
    integer :: from_one
    own = 11
    number = 22
    if (allocated(vector)) deallocate (vector)
    allocate (vector(4))
    vector = 1.5
    !$omp parallel copyin(own, vector, number)
    call expect_equal(own, 11, 'copyin')
    call expect_equal(number, 22, 'copyin of a common block')
    call expect_equal(size(vector), 4, 'copyin allocatable')
    own = 100 + omp_get_thread_num()
    number = 200 + omp_get_thread_num()
    vector = own
    !$omp end parallel
    !$omp parallel private(from_one)
    call expect_equal(own, 100 + omp_get_thread_num(), 'kept')
    call expect_equal(number, 200 + omp_get_thread_num(), 'kept common')
    call expect(all(vector == own), 'kept vector')
    from_one = -1
    !$omp single
    from_one = 42
    own = 77
    !$omp end single copyprivate(from_one, own)
    call expect_equal(from_one, 42, 'copyprivate')
    call expect_equal(own, 77, 'copyprivate of threadprivate')
    !$omp end parallel
  end subroutine

  subroutine nested()
    integer :: count
    count = 0
    call omp_set_max_active_levels(2)
    !$omp parallel num_threads(2) shared(count)
    !$omp parallel num_threads(2) shared(count)
    call expect_equal(omp_get_ancestor_thread_num(2), omp_get_thread_num(), 'ancestor')
    !$omp atomic
    count = count + 1
    !$omp end parallel
    !$omp end parallel
    call expect_equal(count, 4, 'nested')
    call omp_set_max_active_levels(1)
  end subroutine
end program
