# find_package(Taskflow) in a project that was written for Taskflow: the target Taskflow::Taskflow is XOMP's front end.
include(CMakeFindDependencyMacro)
list(PREPEND CMAKE_PREFIX_PATH "${CMAKE_CURRENT_LIST_DIR}/../../cmake/xomp")
find_dependency(xomp COMPONENTS taskflow)

if(NOT TARGET Taskflow::Taskflow)
  add_library(Taskflow::Taskflow INTERFACE IMPORTED)
  set_target_properties(Taskflow::Taskflow PROPERTIES INTERFACE_LINK_LIBRARIES xomp::taskflow)
endif()
get_target_property(Taskflow_INCLUDE_DIR xomp::taskflow INTERFACE_INCLUDE_DIRECTORIES)
