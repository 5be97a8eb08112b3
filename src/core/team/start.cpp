// The library's constructor reads the environment. At the first use of the runtime it is looked at again.
#include "core/team/lifecycle.h"

#include <cstdlib>
#include <cstring>

#include "core/icv/environment.h"
#include "core/icv/icv.h"
#include "core/icv/reports.h"
#include "core/memory/allocator.h"
#include "core/sched/policy.h"
#include "core/sync/lock_word.h"
#include "core/team/blocked.h"
#include "core/team/roots.h"
#include "core/team/statistics.h"
#include "core/team/team.h"
#include "core/team/watched.h"
#include "platform/message.h"
#include "platform/process.h"
#include "platform/shared_object.h"
#include "platform/thread.h"
#include "text/line.h"
#include "topology/processors.h"

namespace xomp::team {

namespace {

// START-1: One thread changes `fresh` to `reading` by compare-and-swap, writes what it has read, installs the hook at
//   the end of threads, and writes `settled` (release). A thread that sees `settled` (acquire) sees all that.
enum class Start : int { fresh, reading, settled };
atomic<Start> start{Start::fresh};
// START-2: As START-1, one thread looks for a tool, after the environment is settled. The tool's initialize() may use the runtime
//   on that thread, which then goes on without it. Other threads wait, so that no event is lost.
atomic<Start> tool_start{Start::fresh};
constinit thread_local bool is_starting_tool __attribute__((tls_model("initial-exec"))) = false;
// Written by the constructor, then by the one thread of START-1.
std::uint64_t digest_when_read;
sched::Mistake policy_mistake;
bool policy_is_wrong = false;

// A digest (FNV-1a) of the variables that count here.
std::uint64_t environment_digest() {
  std::uint64_t digest = 14695981039346656037u;
  for (const char* const* entry = platform::environment(); *entry != nullptr; ++entry) {
    if (!icv::has_our_prefix(*entry)) continue;
    const char* at = *entry;
    do digest = (digest ^ static_cast<unsigned char>(*at)) * 1099511628211u;
    while (*at++ != '\0');
  }
  return digest;
}

void warn_of_mask() {
  if (topology::mask_error() == 0 || !icv::global.warnings.load(relaxed)) return;
  if (!icv::is_new_report("sched_getaffinity", "")) return;
  platform::warn("the system does not tell which processors this process may use (sched_getaffinity: %s); using all %d",
                 strerror(topology::mask_error()), topology::usable_processors());
}

void read_environment() {
  sleep::set_processors(topology::usable_processors());
  icv::initialize(topology::usable_processors());
  warn_of_mask();
  if (icv::global.allocator_request.trait_count != 0)
    icv::initial.default_allocator = memory::init_requested_allocator();
  choose_barrier();
  start_statistics();
  prepare_binding();
  if (!sched::choose_policy(icv::global.schedule_policy, policy_mistake)) policy_is_wrong = true;
  icv::display_as_asked(platform::environment());
  icv::hand_down_reports();
  digest_when_read = environment_digest();
}

// The program may have set its mask before its first OpenMP package came, because launchers and data loaders do. A mask
// that libgomp's constructor has set does not come from the program: it binds the initial thread where binding is asked
// for.
bool processors_have_changed() {
  const bool bound_by_libgomp = icv::initial.bind != icv::ProcBind::false_ && platform::is_another_loaded("libgomp");
  return !bound_by_libgomp && topology::recount_processors();
}

// A parent that is bound leaves one place to what it starts. Then all threads of this process take turns there.
void warn_of_bound_parent() {
  if (icv::initial.bind == icv::ProcBind::false_ || topology::masked_processors() != 1) return;
  const topology::ProcessorSet& mask = topology::initial_mask();
  if (!icv::global.warnings.load(relaxed) || !topology::is_left_by_parent(mask)) return;
  if (!icv::is_new_report("bound parent", "")) return;
  platform::warn(
      "all threads of this process share processor %d, because the program that started it had been bound there by "
      "OMP_PROC_BIND or the like; start it with a mask of its own (taskset), or before that program's first region",
      mask.next(0));
}

[[gnu::constructor(101)]] void start_library() {
  topology::count_processors();
  read_environment();
  install_fork_handlers();
}

[[noreturn]] void refuse_policy() {
  constexpr std::size_t kShown = 100;
  text::Line value;
  value.add_quoted(icv::global.schedule_policy, kShown);
  platform::refuse("XOMP_SCHEDULE_POLICY=%s: %s", value.text(), policy_mistake.text);
}

}  // namespace

void settle_environment() {
  while (start.load(acquire) != Start::settled) {  // [START-1]
    Start seen = Start::fresh;
    if (!start.compare_exchange_strong(seen, Start::reading, acquire, relaxed)) {
      platform::yield_processor();
      continue;
    }
    if (processors_have_changed() || environment_digest() != digest_when_read) {
      forget_places();
      policy_is_wrong = false;
      read_environment();
    }
    if (policy_is_wrong) refuse_policy();
    warn_of_bound_parent();
    icv::hand_down_reports();
    watch_thread_exits();
    sync::while_blocked.store(while_blocked, release);  // as any function
    start.store(Start::settled, release);               // [START-1]
  }
}

void settle_tool() {
  while (tool_start.load(acquire) != Start::settled && !is_starting_tool) {  // [START-2]
    Start seen = Start::fresh;
    if (!tool_start.compare_exchange_strong(seen, Start::reading, acquire, relaxed)) {
      platform::yield_processor();
      continue;
    }
    is_starting_tool = true;
    const icv::GlobalIcv& given = icv::global;
    const trace::TraceSettings traced{given.trace, static_cast<trace_file::Level>(given.trace_level),
                                      static_cast<std::uint64_t>(given.trace_mebibytes) << 20, given.trace_keeps_last};
    const bool found = trace::start_tool({given.tool, given.tool_libraries, given.tool_verbose_init, traced});
    // Tools close their files in exit handlers and destructors of their own. Handlers run newest first, so the tool hears of
    // all ends before those that it registered until now. Without memory for the handler the library's destructor does it.
    if (found && !trace::is_recording()) std::atexit(end_tool);
    trace::describe_recorded_process(topology::usable_processors(), given.schedule_policy);
    is_starting_tool = false;
    tool_start.store(Start::settled, release);  // [START-2]
  }
}

void forget_unfinished_start() {
  // Another thread was about to load a tool, and may have left that half done. So the child runs without one.
  if (tool_start.load(relaxed) == Start::reading && !is_starting_tool) {
    trace::abandon_tool();
    tool_start.store(Start::settled, relaxed);
  }
  if (start.load(relaxed) == Start::reading) start.store(Start::fresh, relaxed);  // one thread exists
}

}  // namespace xomp::team
