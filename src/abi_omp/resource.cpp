// Giving threads back for a while, showing the environment, talking to a tool.
#include "abi_omp/device_number.h"
#include "abi_omp/names.h"
#include "core/team/lifecycle.h"
#include "core/team/roots.h"

using namespace xomp;
using namespace xomp::abi_omp;

namespace {

// omp_pause_resource_t; 0 is LLVM's omp_pause_resume.
bool is_pause(int kind) { return kind >= 0 && kind <= 2; }

}  // namespace

XOMP_EXPORT int omp_pause_resource(int kind, int device) {
  if (!is_pause(kind) || !is_host(device)) return 1;
  return kind == 0 || team::try_pause(team::self()) ? 0 : 1;
}

XOMP_EXPORT int omp_pause_resource_all(int kind) { return omp_pause_resource(kind, 0); }

XOMP_EXPORT void omp_display_env(int verbose) {
  icv::display(icv::initial, verbose != 0 ? icv::Detail::verbose : icv::Detail::standard);
}

// No tool is attached: omp_control_tool_notool.
XOMP_EXPORT int omp_control_tool(int, int, void*) { return -2; }

// ---- other names ----

XOMP_EXPORT int omp_pause_resource_(const std::int32_t* kind, const std::int32_t* device) {
  return omp_pause_resource(*kind, *device);
}
XOMP_EXPORT int omp_pause_resource_all_(const std::int32_t* kind) { return omp_pause_resource_all(*kind); }
XOMP_EXPORT void omp_display_env_(const std::int32_t* verbose) { omp_display_env(*verbose != 0); }
XOMP_EXPORT void omp_display_env_8_(const std::int64_t* verbose) { omp_display_env(*verbose != 0); }
XOMP_EXPORT int omp_control_tool_(const std::int32_t* command, const std::int32_t* modifier, void* argument) {
  return omp_control_tool(*command, *modifier, argument);
}
