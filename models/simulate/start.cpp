// The first call of core/team/lifecycle.h on the virtual machine: the environment is what the simulator says, and there
// is no constructor.
#include "core/team/lifecycle.h"
#include "core/team/watched.h"

#include "core/icv/environment.h"
#include "core/icv/icv.h"
#include "core/memory/allocator.h"
#include "core/sched/policy.h"
#include "core/sleep/pressure.h"
#include "core/team/binding.h"
#include "core/team/team.h"
#include "models/simulate/environment.h"
#include "platform/message.h"
#include "platform/process.h"
#include "topology/processors.h"
#include "trace/recorded_tasks.h"

namespace xomp::simulate {

std::vector<const char*> environment;

}

// No tool watches a simulation, and it writes no trace.
namespace xomp::trace {

constinit atomic<Watch> watch{Watch::nobody};
constinit CallbackTable callbacks;
void finalize_tool() {}
constinit atomic<Recording> recording{Recording::off};
void record_idle(bool) {}
void record_state_and_look(Lane&, std::uint64_t, Activity) {}
void record_native_task(const void*) {}
void record_native_end() {}
void begin_lane(bool) {}
void end_lane() {}
void finish_recorder(const Totals&) {}
void restart_recorder_after_fork() {}
void hold_recorder_for_fork() {}
void release_recorder_after_fork() {}
constinit bool records_all = false;
constinit atomic<bool> is_paused{false}, leaves_out{false};
bool extend(Lane&) { return false; }
void look_at_processor_time(Lane&, std::uint64_t) {}
bool records_children_to_depth(Lane&, const TaskRecord&) { return false; }
void note_depth(Lane&, TaskRecord&, const TaskRecord*) {}
void record_site(Lane&, std::uint64_t, std::uint64_t) {}
constinit thread_local Lane* own_lane __attribute__((tls_model("initial-exec"))) = nullptr;

}  // namespace xomp::trace

namespace xomp::team {

void settle_tool() {}
void settle_environment() {
  static bool settled = false;
  if (settled) return;
  settled = true;
  sleep::own_threads.processors.store(topology::usable_processors(), relaxed);
  icv::initialize(topology::usable_processors());
  choose_barrier();
  prepare_binding();
  icv::display_as_asked(platform::environment());
  sched::Mistake mistake;
  if (!sched::choose_policy(icv::global.schedule_policy, mistake))
    platform::fatal("XOMP_SCHEDULE_POLICY=%s: %s", icv::global.schedule_policy, mistake.text);
}

void forget_unfinished_start() {}

}  // namespace xomp::team
