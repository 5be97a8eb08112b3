# find_package(ttg) in a project that was written for TTG: TTG's targets, those of its back ends that such projects link, and
# add_ttg_executable(). All of them are XOMP's ttg.h; they differ in macros only.
include(CMakeFindDependencyMacro)
# With `set(XOMP_TTG_MPI ON)` before, for several processes over MPI.
if(XOMP_TTG_MPI)
  set(XOMP_TTG_COMPONENT ttg_mpi)
else()
  set(XOMP_TTG_COMPONENT ttg)
endif()
set(XOMP_TTG_TARGET xomp::${XOMP_TTG_COMPONENT})
if(NOT TARGET ${XOMP_TTG_TARGET})  # a project that contains XOMP's sources has it
  list(PREPEND CMAKE_PREFIX_PATH "${CMAKE_CURRENT_LIST_DIR}/../xomp")
  # A project may look for TTG in one folder and use it in another: targets are known everywhere. MPI's are with CMake 3.24.
  set(XOMP_TARGETS_SEEN GLOBAL)
  set(XOMP_TTG_GLOBAL_BEFORE ${CMAKE_FIND_PACKAGE_TARGETS_GLOBAL})
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
  find_dependency(xomp COMPONENTS ${XOMP_TTG_COMPONENT})
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ${XOMP_TTG_GLOBAL_BEFORE})
endif()

foreach(name ttg ttg-parsec ttg-mad ttg-serialization ttg-serialization-madness ttg-serialization-boost MADworld PaRSEC::parsec)
  if(NOT TARGET ${name})
    add_library(${name} INTERFACE IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES INTERFACE_LINK_LIBRARIES ${XOMP_TTG_TARGET})
    if(name MATCHES "madness")
      set_target_properties(${name} PROPERTIES INTERFACE_COMPILE_DEFINITIONS TTG_SERIALIZATION_SUPPORTS_MADNESS=1)
    elseif(name MATCHES "boost")  # whose headers the project has found
      set_target_properties(${name} PROPERTIES INTERFACE_COMPILE_DEFINITIONS TTG_SERIALIZATION_SUPPORTS_BOOST=1
        INTERFACE_LINK_LIBRARIES "${XOMP_TTG_TARGET};$<TARGET_NAME_IF_EXISTS:Boost::headers>")
    endif()
  endif()
endforeach()

# Some include it once more.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include(AddTTGExecutable)
