# By which builds find XOMP, all of component `development`:
#
#   lib/cmake/xomp/  lib/pkgconfig/xomp.pc
#   lib/cmake/ttg/  lib/pkgconfig/xomp-ttg.pc  lib/pkgconfig/xomp-ttg-mpi.pc
#   lib/xomp/taskflow/                    the CMake package Taskflow and taskflow.pc, found only by those who look there; a CMakeLists.txt
#                                         and links to the headers, as in a checkout of Taskflow
include(CMakePackageConfigHelpers)

set(XOMP_PACKAGE_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/cmake/xomp)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/package/xomp-config.cmake.in
  ${PROJECT_BINARY_DIR}/package/xomp-config.cmake INSTALL_DESTINATION ${XOMP_PACKAGE_DIRECTORY}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/xomp-config-version.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
file(RELATIVE_PATH XOMP_LIBRARIES_FROM_PACKAGE /${XOMP_PACKAGE_DIRECTORY} /${CMAKE_INSTALL_LIBDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/OpenMP.cmake.in ${PROJECT_BINARY_DIR}/package/OpenMP.cmake @ONLY)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/xomp-targets.cmake ${PROJECT_BINARY_DIR}/package/xomp-config.cmake
  ${PROJECT_BINARY_DIR}/package/xomp-config-version.cmake
  ${PROJECT_BINARY_DIR}/package/OpenMP.cmake DESTINATION ${XOMP_PACKAGE_DIRECTORY} COMPONENT development)

file(RELATIVE_PATH XOMP_PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/xomp.pc.in ${PROJECT_BINARY_DIR}/package/xomp.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/xomp-ttg.pc.in ${PROJECT_BINARY_DIR}/package/xomp-ttg.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/xomp-ttg-mpi.pc.in ${PROJECT_BINARY_DIR}/package/xomp-ttg-mpi.pc @ONLY)
# The same two for the build tree: PKG_CONFIG_PATH=build.
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/xomp-ttg-mpi.pc.in ${PROJECT_BINARY_DIR}/xomp-ttg-mpi.pc @ONLY)
file(WRITE ${PROJECT_BINARY_DIR}/xomp-ttg.pc "Name: xomp-ttg
Description: template task graphs on XOMP, from its build tree
Version: ${PROJECT_VERSION}
Cflags: -std=c++20 -I${PROJECT_SOURCE_DIR}/front/ttg/include -I${PROJECT_SOURCE_DIR}/include
Libs: -L${PROJECT_BINARY_DIR}/lib -lxomp -Wl,-rpath,${PROJECT_BINARY_DIR}/lib
")
install(FILES ${PROJECT_BINARY_DIR}/package/xomp.pc ${PROJECT_BINARY_DIR}/package/xomp-ttg.pc ${PROJECT_BINARY_DIR}/package/xomp-ttg-mpi.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
# TTG's version, as ttg/config.h has it.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/ttg-config-version.cmake
  VERSION 1.0.0 COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/ttg-config.cmake ${PROJECT_SOURCE_DIR}/cmake/package/AddTTGExecutable.cmake
  ${PROJECT_BINARY_DIR}/package/ttg-config-version.cmake ${PROJECT_SOURCE_DIR}/front/ttg/CMakeLists.txt
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ttg COMPONENT development)

# Taskflow's own names stand in a folder of their own, so that an installed Taskflow is not shadowed by accident.
set(XOMP_TASKFLOW_PACKAGE ${CMAKE_INSTALL_LIBDIR}/xomp/taskflow)
file(RELATIVE_PATH XOMP_PREFIX_FROM_TASKFLOW /${XOMP_TASKFLOW_PACKAGE} /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/package/taskflow.pc.in ${PROJECT_BINARY_DIR}/package/taskflow.pc @ONLY)
file(WRITE ${PROJECT_BINARY_DIR}/package/TaskflowConfigVersion.cmake "set(PACKAGE_VERSION 4.1.0)
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION AND PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL 3)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif(NOT PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
")
install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/TaskflowConfig.cmake ${PROJECT_BINARY_DIR}/package/TaskflowConfigVersion.cmake
  ${PROJECT_BINARY_DIR}/package/taskflow.pc DESTINATION ${XOMP_TASKFLOW_PACKAGE} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/front/taskflow/CMakeLists.txt DESTINATION ${XOMP_TASKFLOW_PACKAGE} COMPONENT development)
file(RELATIVE_PATH XOMP_INCLUDES_FROM_TASKFLOW /${XOMP_TASKFLOW_PACKAGE} /${CMAKE_INSTALL_INCLUDEDIR}/xomp)
install_link(${XOMP_INCLUDES_FROM_TASKFLOW}/front/taskflow/taskflow ${XOMP_TASKFLOW_PACKAGE} taskflow development)
install_link(${XOMP_INCLUDES_FROM_TASKFLOW}/front/taskflow/modules ${XOMP_TASKFLOW_PACKAGE} modules development)
install_link(${XOMP_INCLUDES_FROM_TASKFLOW} ${XOMP_TASKFLOW_PACKAGE} xomp development)
