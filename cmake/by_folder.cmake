# Compiles the sources of each folder as one file. What they all include, most of what a compiler works on, is then read once. For builds
# that only tests use, and for what nobody is to read the warnings of. Sources that have a name in common stay alone.
set(XOMP_ALONE "/core/sched/policies/[^/]*$|/core/sched/(waiting|watched)\\.|/core/worksharing/schedules/|/core/graph/(seat|view_threads|watchdog)\\.|/abi_ompt/|/platform/symbol\\.|/topology/affinity_type\\.")
function(compile_by_folder target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$" AND source MATCHES "^${PROJECT_SOURCE_DIR}/src/" AND NOT source MATCHES "${XOMP_ALONE}")
      get_filename_component(folder ${source} DIRECTORY)
      string(MAKE_C_IDENTIFIER ${folder} group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
endfunction()
