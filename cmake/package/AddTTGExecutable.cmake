# add_ttg_executable(), for find_package(ttg) and for those who include it by this name.
#
# One program for each runtime that the project names; without a name, NAME-parsec. All are built by default. Where the project has
# called enable_testing(), a test runs each with the arguments of TEST_CMDARGS; over MPI, one more with two processes.
#   add_ttg_executable(NAME SOURCE... [LINK_LIBRARIES ...] [COMPILE_DEFINITIONS ...] [COMPILE_FEATURES ...] [RUNTIMES ...]
#                      [TEST_CMDARGS ...] [SINGLERANKONLY] [NOT_EXCLUDE_FROM_ALL])
function(add_ttg_executable name)
  cmake_parse_arguments(A "SINGLERANKONLY;NOT_EXCLUDE_FROM_ALL" ""
    "LINK_LIBRARIES;COMPILE_DEFINITIONS;COMPILE_FEATURES;RUNTIMES;TEST_CMDARGS" ${ARGN})
  if(NOT A_RUNTIMES)
    set(A_RUNTIMES parsec)
  endif()
  foreach(runtime IN LISTS A_RUNTIMES)
    if(NOT runtime MATCHES "^(parsec|mad)$")
      message(FATAL_ERROR "add_ttg_executable(${name}): RUNTIMES has \"${runtime}\", but there are parsec and mad")
    endif()
    set(target ${name}-${runtime})
    add_executable(${target} ${A_UNPARSED_ARGUMENTS})
    target_link_libraries(${target} PRIVATE ttg-${runtime} ${A_LINK_LIBRARIES})
    target_compile_features(${target} PRIVATE ${A_COMPILE_FEATURES})
    if(runtime STREQUAL "mad")
      target_compile_definitions(${target} PRIVATE TTG_USE_MADNESS=1 TTG_EXECUTABLE=1 ${A_COMPILE_DEFINITIONS})
    else()
      target_compile_definitions(${target} PRIVATE TTG_USE_PARSEC=1 TTG_EXECUTABLE=1 ${A_COMPILE_DEFINITIONS})
    endif()
    add_test(NAME ttg/test/${target}/run-np-1 COMMAND ${target} ${A_TEST_CMDARGS})
    get_target_property(links ttg INTERFACE_LINK_LIBRARIES)
    if(links MATCHES "ttg_mpi" AND MPIEXEC_EXECUTABLE AND NOT A_SINGLERANKONLY)
      add_test(NAME ttg/test/${target}/run-np-2 COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 2 ${MPIEXEC_PREFLAGS}
        $<TARGET_FILE:${target}> ${MPIEXEC_POSTFLAGS} ${A_TEST_CMDARGS})
    endif()
  endforeach()
endfunction()
