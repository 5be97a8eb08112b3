# `make install PREFIX=...`: the command, the library with all its names, headers, a CMake package and a pkg-config
# file. Everything finds everything else relative to itself: the prefix is named when installing, not when building.
#
#   bin/xomp
#   lib/libgomp-xomp.so                   the one file (tools know a runtime by the name's beginning)
#   lib/libxomp.so                        link to it, for -lxomp
#   lib/xomp/libxomp-mpi.so               what `xomp trace` preloads to see calls of MPI
#   lib/xomp/compat/{libgomp.so.1,...}    links to it under the other runtimes' names, and under its own
#   lib/cmake/xomp/  lib/pkgconfig/xomp.pc
#   share/xomp/bench/                     the programs of `xomp bench`, in Python and to be compiled when it runs
#   share/xomp/gdb/                       gdb's commands for `xomp stack`
#   share/man/man1/xomp.1  share/doc/xomp/LICENSE
#   share/bash-completion/completions/xomp  share/zsh/site-functions/_xomp  share/fish/vendor_completions.d/xomp.fish
#   include/xomp.h                        native tasks
#   include/xomp/front/ttg/               ttg.h and its parts: an include folder of its own
#   include/xomp/front/taskflow/          taskflow/taskflow.hpp and its parts: another one
#   lib/xomp/taskflow/                    the CMake package Taskflow and taskflow.pc, found only by those who look there; a CMakeLists.txt
#                                         and links to the headers, as in a checkout of Taskflow
#   include/xomp/                         its other part; <xomp/introspection.h>; omp.h, where it shadows no compiler's unless asked
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(SKBUILD)  # a wheel: what lies in its data directory goes to the environment's prefix
  set(CMAKE_INSTALL_BINDIR ${SKBUILD_DATA_DIR}/bin)
  set(CMAKE_INSTALL_LIBDIR ${SKBUILD_DATA_DIR}/lib)
  set(CMAKE_INSTALL_INCLUDEDIR ${SKBUILD_DATA_DIR}/include)
  set(CMAKE_INSTALL_DATADIR ${SKBUILD_DATA_DIR}/share)
endif()

install(TARGETS xomp_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS xomp LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS xomp_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/xomp)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/xomp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/front/ttg/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xomp/front/ttg PATTERN *.md EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/front/taskflow/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xomp/front/taskflow)
install(FILES ${CMAKE_SOURCE_DIR}/include/xomp.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
file(GLOB XOMP_OPENMP_HEADERS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/omp*.h ${CMAKE_SOURCE_DIR}/include/omp_*.f90)
install(FILES ${XOMP_OPENMP_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xomp)

foreach(folder session tuning report measure harness problems micro)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/bench/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp/bench PATTERN __pycache__ EXCLUDE)
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/gdb DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp PATTERN __pycache__ EXCLUDE)
install(PROGRAMS ${CMAKE_SOURCE_DIR}/bench/run ${CMAKE_SOURCE_DIR}/bench/tune DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp/bench)
install(FILES ${CMAKE_SOURCE_DIR}/demo/tree.h DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp/demo)  # bench/problems/uts includes it

install(FILES ${CMAKE_SOURCE_DIR}/docs/man/xomp.1 DESTINATION ${CMAKE_INSTALL_DATADIR}/man/man1)
install(FILES ${XOMP_COMPLETIONS}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME xomp)
install(FILES ${XOMP_COMPLETIONS}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _xomp)
install(FILES ${XOMP_COMPLETIONS}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME xomp.fish)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/xomp)

# Wheels cannot hold links and would carry seven copies: there `xomp` makes the links when it first needs them. Who
# builds programs against XOMP uses `make install`.
if(SKBUILD)
  return()
endif()

install(CODE "set(libraries \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}\")
  file(MAKE_DIRECTORY \"\${libraries}/xomp/compat\")
  file(CREATE_LINK libgomp-xomp.so \"\${libraries}/libxomp.so\" SYMBOLIC)
  foreach(name libxomp.so ${XOMP_COMPAT_NAMES})
    file(CREATE_LINK ../../libgomp-xomp.so \"\${libraries}/xomp/compat/\${name}\" SYMBOLIC)
  endforeach()")

set(XOMP_PACKAGE_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/cmake/xomp)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/package/xomp-config.cmake.in
  ${CMAKE_BINARY_DIR}/package/xomp-config.cmake INSTALL_DESTINATION ${XOMP_PACKAGE_DIRECTORY}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/xomp-config-version.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
file(RELATIVE_PATH XOMP_LIBRARIES_FROM_PACKAGE /${XOMP_PACKAGE_DIRECTORY} /${CMAKE_INSTALL_LIBDIR})
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/OpenMP.cmake.in ${CMAKE_BINARY_DIR}/package/OpenMP.cmake @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/xomp-config.cmake ${CMAKE_BINARY_DIR}/package/xomp-config-version.cmake
  ${CMAKE_BINARY_DIR}/package/OpenMP.cmake DESTINATION ${XOMP_PACKAGE_DIRECTORY})

file(RELATIVE_PATH XOMP_PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/xomp.pc.in ${CMAKE_BINARY_DIR}/package/xomp.pc @ONLY)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/xomp-ttg.pc.in ${CMAKE_BINARY_DIR}/package/xomp-ttg.pc @ONLY)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/xomp-ttg-mpi.pc.in ${CMAKE_BINARY_DIR}/package/xomp-ttg-mpi.pc @ONLY)
# The same two for the build tree: PKG_CONFIG_PATH=build.
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/xomp-ttg-mpi.pc.in ${CMAKE_BINARY_DIR}/xomp-ttg-mpi.pc @ONLY)
file(WRITE ${CMAKE_BINARY_DIR}/xomp-ttg.pc "Name: xomp-ttg
Description: template task graphs on XOMP, from its build tree
Version: ${PROJECT_VERSION}
Cflags: -std=c++20 -I${CMAKE_SOURCE_DIR}/front/ttg/include -I${CMAKE_SOURCE_DIR}/include
Libs: -L${CMAKE_BINARY_DIR}/lib -lxomp -Wl,-rpath,${CMAKE_BINARY_DIR}/lib
")
install(FILES ${CMAKE_BINARY_DIR}/package/xomp.pc ${CMAKE_BINARY_DIR}/package/xomp-ttg.pc ${CMAKE_BINARY_DIR}/package/xomp-ttg-mpi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/ttg-config.cmake.in ${CMAKE_BINARY_DIR}/package/ttg-config.cmake COPYONLY)
# TTG's version, as ttg/config.h has it.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/ttg-config-version.cmake
  VERSION 1.0.0 COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/package/ttg-config.cmake ${CMAKE_BINARY_DIR}/package/ttg-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ttg)

# Taskflow's own names stand in a folder of their own, so that an installed Taskflow is not shadowed by accident.
set(XOMP_TASKFLOW_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/xomp/taskflow)
file(RELATIVE_PATH XOMP_PREFIX_FROM_TASKFLOW /${XOMP_TASKFLOW_DIRECTORY} /)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/TaskflowConfig.cmake.in ${CMAKE_BINARY_DIR}/package/TaskflowConfig.cmake COPYONLY)
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/taskflow.pc.in ${CMAKE_BINARY_DIR}/package/taskflow.pc @ONLY)
file(WRITE ${CMAKE_BINARY_DIR}/package/TaskflowConfigVersion.cmake "set(PACKAGE_VERSION 4.1.0)
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION AND PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL 3)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif(NOT PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
")
install(FILES ${CMAKE_BINARY_DIR}/package/TaskflowConfig.cmake ${CMAKE_BINARY_DIR}/package/TaskflowConfigVersion.cmake
  ${CMAKE_BINARY_DIR}/package/taskflow.pc DESTINATION ${XOMP_TASKFLOW_DIRECTORY})
install(FILES ${CMAKE_SOURCE_DIR}/cmake/package/taskflow-CMakeLists.txt DESTINATION ${XOMP_TASKFLOW_DIRECTORY} RENAME CMakeLists.txt)
file(RELATIVE_PATH XOMP_INCLUDES_FROM_TASKFLOW /${XOMP_TASKFLOW_DIRECTORY} /${CMAKE_INSTALL_INCLUDEDIR}/xomp)
install(CODE "set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${XOMP_TASKFLOW_DIRECTORY}\")
  file(CREATE_LINK ${XOMP_INCLUDES_FROM_TASKFLOW}/front/taskflow/taskflow \"\${folder}/taskflow\" SYMBOLIC)
  file(CREATE_LINK ${XOMP_INCLUDES_FROM_TASKFLOW}/front/taskflow/modules \"\${folder}/modules\" SYMBOLIC)
  file(CREATE_LINK ${XOMP_INCLUDES_FROM_TASKFLOW} \"\${folder}/xomp\" SYMBOLIC)")
