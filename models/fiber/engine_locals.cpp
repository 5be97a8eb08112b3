// The engine's thread-local variables; a program that links this links the engine.
#include "core/native/native.h"
#include "core/sched/worker.h"
#include "models/fiber/fiber.h"
#include "trace/activity.h"

namespace xomp::models {

void keep_engine_locals() {
  keep_per_fiber(sched::own_worker);
  keep_per_fiber(trace::own_clock);
  keep_per_fiber(xomp_native_self_1);
}

}  // namespace xomp::models
