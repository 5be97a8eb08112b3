! Tasks of Fortran programs: every clause gfortran compiles, dependences of all kinds, taskgroup, taskwait, taskyield.
program tasks
  use omp_lib
  use check
  implicit none
  integer :: round

  !$omp parallel
  !$omp single
  do round = 1, 20
    call recursion()
    call clauses()
    call chains()
    call sets()
    call objects()
    call groups()
    call events()
  end do
  !$omp end single
  !$omp end parallel
  call recursion()
  call clauses()
  call finish()

contains

  recursive integer function fib(n) result(value)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then
      value = n
      return
    end if
    !$omp task shared(a)
    a = fib(n - 1)
    !$omp end task
    !$omp task shared(b) untied
    b = fib(n - 2)
    !$omp end task
    !$omp taskyield
    !$omp taskwait
    value = a + b
  end function

  subroutine recursion()
    call expect_equal(fib(12), 144, 'fib')
  end subroutine

  subroutine clauses()
    integer :: first, done, i, array(5)
    character(len=6) :: text
    first = 3
    done = 0
    array = [1, 2, 3, 4, 5]
    text = 'before'
    !$omp task if(.false.) shared(done)
    done = 1
    !$omp end task
    call expect_equal(done, 1, 'undeferred')
    !$omp task final(.true.) shared(done) priority(2)
    call expect(omp_in_final(), 'in final')
    do i = 1, 4
      !$omp task shared(done) mergeable
      done = done + 1
      !$omp end task
    end do
    !$omp end task
    !$omp task firstprivate(first, array, text)
    call expect_equal(first, 3, 'firstprivate')
    call expect_equal(sum(array), 15, 'firstprivate array')
    call expect(text == 'before', 'firstprivate text')
    first = 0
    array = 0
    text = 'inside'
    !$omp end task
    !$omp task private(first) default(none)
    first = 9
    !$omp end task
    !$omp taskwait
    call expect_equal(first, 3, 'untouched')
    call expect_equal(sum(array), 15, 'untouched array')
    call expect(text == 'before', 'untouched text')
    call expect_equal(done, 5, 'included tasks')
  end subroutine

  subroutine chains()
    integer :: value, i, readers, array(10)
    value = 0
    readers = 0
    do i = 1, 50
      !$omp task depend(inout: value) shared(value)
      call expect_equal(value, 5 * (i - 1), 'inout')
      value = value + 5
      !$omp end task
    end do
    !$omp task depend(in: value) shared(value, readers)
    call expect_equal(value, 250, 'in')
    !$omp atomic
    readers = readers + 1
    !$omp end task
    !$omp task depend(in: value) shared(value, readers)
    !$omp atomic
    readers = readers + 1
    !$omp end task
    !$omp task depend(out: value) shared(value, readers)
    call expect_equal(readers, 2, 'out')
    value = 1
    !$omp end task
    !$omp taskwait depend(in: value)
    call expect_equal(value, 1, 'taskwait depend')
    array = 0
    do i = 1, 10
      !$omp task depend(out: array(i)) shared(array)
      array(i) = i
      !$omp end task
    end do
    ! gfortran 12 leaves the last value of an iterator out, whatever the runtime.
    !$omp task depend(iterator(j = 1:10), in: array(j)) depend(in: array(10)) shared(array)
    call expect_equal(sum(array), 55, 'iterator')
    !$omp end task
    !$omp taskwait
  end subroutine

  subroutine sets()
    integer :: value, i
    value = 0
    do i = 1, 20
      !$omp task depend(mutexinoutset: value) shared(value)
      value = value + 1
      !$omp end task
    end do
    !$omp task depend(in: value) shared(value)
    call expect_equal(value, 20, 'mutexinoutset')
    !$omp end task
    !$omp taskwait
  end subroutine

  subroutine objects()
    integer(omp_depend_kind) :: object
    integer :: value
    value = 0
    !$omp depobj(object) depend(inout: value)
    !$omp task depend(depobj: object) shared(value)
    value = 1
    !$omp end task
    !$omp task depend(depobj: object) shared(value)
    call expect_equal(value, 1, 'depobj')
    value = 2
    !$omp end task
    !$omp depobj(object) update(in)
    !$omp task depend(depobj: object) shared(value)
    call expect_equal(value, 2, 'depobj update')
    !$omp end task
    !$omp taskwait
    !$omp depobj(object) destroy
  end subroutine

  subroutine groups()
    integer :: count, i, total
    count = 0
    total = 0
    !$omp taskgroup
    do i = 1, 10
      !$omp task shared(count)
      !$omp task shared(count)
      !$omp atomic
      count = count + 1
      !$omp end task
      !$omp end task
    end do
    !$omp end taskgroup
    call expect_equal(count, 10, 'taskgroup')
    !$omp taskgroup task_reduction(+: total)
    do i = 1, 20
      !$omp task in_reduction(+: total)
      total = total + i
      !$omp end task
    end do
    !$omp end taskgroup
    call expect_equal(total, 210, 'task_reduction')
  end subroutine

  subroutine events()
    integer(omp_event_handle_kind) :: event
    integer :: value
    value = 0
    !$omp task detach(event) shared(value)
    !$omp atomic write
    value = 1
    call omp_fulfill_event(event)
    !$omp end task
    !$omp taskwait
    call expect_equal(value, 1, 'detach')
  end subroutine
end program
