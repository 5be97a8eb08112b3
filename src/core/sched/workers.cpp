// The table of all workers, and the calling thread's own entry in it. core/team makes them.
#include "core/sched/worker.h"

namespace xomp::sched {

constinit WorkerTable workers;
constinit thread_local Worker* own_worker __attribute__((tls_model("initial-exec"))) = nullptr;

}  // namespace xomp::sched
