// Placeholder until worksharing and the omp_* routines land: delete what you define elsewhere.
#include "platform/export.h"
#include "core/team/team.h"
#include "platform/clock.h"
using namespace xomp;
XOMP_EXPORT double omp_get_wtime() { return static_cast<double>(platform::now_ns()) * 1e-9; }
