# The targets that programs link, over the library XOMP_LIBRARY_TARGET: for find_package(xomp) a file, for a project that contains XOMP's
# sources the target that builds it. XOMP_TARGETS_SEEN is then GLOBAL: the project around is to see them.
# xomp::xomp compiles with -fopenmp and links XOMP in place of the compiler's own runtime (do not link with -fopenmp as well: it would add
# that one). xomp::omp_header puts XOMP's omp.h before the compiler's, or in its place where the compiler has none. xomp::native is for
# programs with <xomp.h> and no OpenMP, xomp::ttg for those with <ttg.h>, xomp::ttg_mpi for those of them that run on several processes, over
# MPI, xomp::taskflow for those with <taskflow/taskflow.hpp>.
if(NOT TARGET xomp::xomp)
  add_library(xomp::xomp INTERFACE IMPORTED ${XOMP_TARGETS_SEEN})
  set_target_properties(xomp::xomp PROPERTIES
    INTERFACE_LINK_LIBRARIES "${XOMP_LIBRARY_TARGET}"
    INTERFACE_INCLUDE_DIRECTORIES "${XOMP_INCLUDE_DIRECTORY}"
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:C,CXX,Fortran>:-fopenmp>")
  add_library(xomp::native INTERFACE IMPORTED ${XOMP_TARGETS_SEEN})
  set_target_properties(xomp::native PROPERTIES
    INTERFACE_LINK_LIBRARIES "${XOMP_LIBRARY_TARGET}"
    INTERFACE_INCLUDE_DIRECTORIES "${XOMP_INCLUDE_DIRECTORY}"
    INTERFACE_COMPILE_FEATURES cxx_std_17)
  add_library(xomp::omp_header INTERFACE IMPORTED ${XOMP_TARGETS_SEEN})
  # Not as a system directory: those come after the compiler's own.
  set_target_properties(xomp::omp_header PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${XOMP_OPENMP_DIRECTORY}"
    IMPORTED_NO_SYSTEM ON)
endif()
if("ttg" IN_LIST xomp_FIND_COMPONENTS OR "ttg_mpi" IN_LIST xomp_FIND_COMPONENTS)
  if(NOT TARGET xomp::ttg)
    add_library(xomp::ttg INTERFACE IMPORTED ${XOMP_TARGETS_SEEN})
    set_target_properties(xomp::ttg PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${XOMP_TTG_DIRECTORY}"
      INTERFACE_LINK_LIBRARIES xomp::native
      INTERFACE_COMPILE_FEATURES cxx_std_20)
  endif()
  set(xomp_ttg_FOUND TRUE)
endif()
if("ttg_mpi" IN_LIST xomp_FIND_COMPONENTS)
  if(NOT TARGET xomp::ttg_mpi)
    find_package(MPI REQUIRED COMPONENTS CXX)
    add_library(xomp::ttg_mpi INTERFACE IMPORTED ${XOMP_TARGETS_SEEN})
    set_target_properties(xomp::ttg_mpi PROPERTIES
      INTERFACE_COMPILE_DEFINITIONS XOMP_TTG_MPI
      INTERFACE_LINK_LIBRARIES "xomp::ttg;MPI::MPI_CXX")
  endif()
  set(xomp_ttg_mpi_FOUND TRUE)
endif()
if("taskflow" IN_LIST xomp_FIND_COMPONENTS)
  if(NOT TARGET xomp::taskflow)
    add_library(xomp::taskflow INTERFACE IMPORTED ${XOMP_TARGETS_SEEN})
    set_target_properties(xomp::taskflow PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${XOMP_TASKFLOW_DIRECTORY}"
      INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-pthread>"
      INTERFACE_LINK_LIBRARIES "xomp::native;-pthread"
      INTERFACE_COMPILE_FEATURES cxx_std_17)
  endif()
  set(xomp_taskflow_FOUND TRUE)
endif()
