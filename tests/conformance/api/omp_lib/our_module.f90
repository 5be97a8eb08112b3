! Our module omp_lib: that it compiles, is the one used (gfortran 12's has another version), and fits the entries.
program our_module
  use, intrinsic :: iso_c_binding
  use omp_lib
  use check
  implicit none
  type(c_ptr) :: block
  integer, pointer :: numbers(:)
  integer(omp_allocator_handle_kind) :: allocator
  type(omp_alloctrait) :: traits(1)

  call expect_equal(openmp_version, 202111, 'version')
  !$omp parallel num_threads(2)
  call expect_equal(omp_get_ancestor_thread_num(1_8), omp_get_thread_num(), 'number')
  !$omp end parallel

  traits(1) = omp_alloctrait(omp_atk_alignment, 256_omp_alloctrait_val_kind)
  allocator = omp_init_allocator(omp_default_mem_space, 1, traits)
  block = omp_calloc(10_c_size_t, 4_c_size_t, allocator)
  call c_f_pointer(block, numbers, [10])
  call expect_equal(sum(numbers), 0, 'zeroed')
  block = omp_realloc(block, 400_c_size_t, allocator, allocator)
  call expect_equal(int(mod(transfer(block, 0_c_intptr_t), 256_c_intptr_t)), 0, 'aligned')
  call omp_free(block, allocator)
  call omp_destroy_allocator(allocator)
  call finish()
end program
