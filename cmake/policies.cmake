# The table of scheduling policies: src/core/sched/policies/NAME.cpp defines NAME_policy; `auto` comes first. A policy of
# more than one file is a folder, and NAME/NAME.cpp defines it.
file(GLOB XOMP_POLICY_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/core/sched/policies/*.cpp)
list(APPEND XOMP_POLICY_FILES ${PROJECT_SOURCE_DIR}/src/core/sched/policies/auto/auto.cpp)
set(XOMP_POLICIES)
foreach(file IN LISTS XOMP_POLICY_FILES)
  get_filename_component(name ${file} NAME_WE)
  list(APPEND XOMP_POLICIES ${name})
endforeach()
list(SORT XOMP_POLICIES)
list(TRANSFORM XOMP_POLICIES APPEND _policy)
list(REMOVE_ITEM XOMP_POLICIES auto_policy)
list(PREPEND XOMP_POLICIES auto_policy)

set(declarations "")
set(addresses "")
foreach(policy IN LISTS XOMP_POLICIES)
  string(APPEND declarations "extern const Policy ${policy};\n")
  string(APPEND addresses "    &${policy},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/policy_table.cpp CONTENT
"// Made by cmake/policies.cmake from the files in src/core/sched/policies/.
#include \"core/sched/policy.h\"

namespace xomp::sched {

@declarations@
namespace {
constexpr const Policy* kPolicies[] = {
@addresses@};
}  // namespace
constinit const std::span<const Policy* const> all_policies(kPolicies);

}  // namespace xomp::sched
" @ONLY)
