// Elapsed time, giving threads back for a while, showing the environment, talking to a tool.
#include "abi_omp/device.h"
#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/region.h"
#include "core/api/watch.h"
#include "platform/clock.h"

using namespace xomp;
using namespace xomp::abi_omp;

namespace {

// omp_pause_resource_t; 0 is LLVM's omp_pause_resume.
constexpr int kResume = 0, kStopTool = 3;
bool is_pause(int kind) { return kind >= kResume && kind <= kStopTool; }

}  // namespace

XOMP_EXPORT double omp_get_wtime() { return static_cast<double>(platform::now_ns()) * 1e-9; }
XOMP_EXPORT double omp_get_wtick() { return 1e-9; }  // what now_ns counts in

XOMP_EXPORT int omp_pause_resource(int kind, int device) {
  if (!is_pause(kind) || !is_host(device)) return 1;
  if (kind != kResume && !api::try_pause(api::self())) return 1;
  if (kind == kStopTool) api::end_tool();
  return 0;
}

XOMP_EXPORT int omp_pause_resource_all(int kind) { return omp_pause_resource(kind, 0); }

XOMP_EXPORT void omp_display_env(int verbose) {
  api::display_initial_icv(verbose != 0 ? api::Detail::verbose : api::Detail::standard);
}

XOMP_EXPORT int omp_control_tool(int command, int modifier, void* argument) {
  return api::control_tool(command, modifier, argument, api::here());
}

// ---- other names ----

XOMP_ALSO(omp_get_wtime_, omp_get_wtime);
XOMP_ALSO(omp_get_wtick_, omp_get_wtick);

XOMP_EXPORT int omp_pause_resource_(const std::int32_t* kind, const std::int32_t* device) {
  return omp_pause_resource(*kind, *device);
}
XOMP_EXPORT int omp_pause_resource_all_(const std::int32_t* kind) { return omp_pause_resource_all(*kind); }
XOMP_EXPORT void omp_display_env_(const std::int32_t* verbose) { omp_display_env(*verbose != 0); }
XOMP_EXPORT void omp_display_env_8_(const std::int64_t* verbose) { omp_display_env(*verbose != 0); }
XOMP_EXPORT int omp_control_tool_(const std::int32_t* command, const std::int32_t* modifier, void* argument) {
  return api::control_tool(*command, *modifier, argument, api::here());
}
