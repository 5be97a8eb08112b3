// Internal control variables (OpenMP 5.2, section 2). TaskIcv is the data environment's part: tasks inherit it by
// pointer and copy it when they write. GlobalIcv is the device's part: written once while the environment is read,
// before any team exists, except where a field says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/atomic.h"

namespace xomp::icv {

// omp_sched_t's values, which are also the ABI's.
enum class ScheduleKind : std::int32_t { static_ = 1, dynamic = 2, guided = 3, auto_ = 4 };

// monotonic and nonmonotonic as written; neither = the standard's default for the kind.
enum class ScheduleModifier : std::uint8_t { none, monotonic, nonmonotonic };

struct Schedule {
  ScheduleKind kind = ScheduleKind::static_;
  ScheduleModifier modifier = ScheduleModifier::none;
  std::int64_t chunk = 0;  // iterations; 0 = not given (static: blocks, others: 1)
};

// omp_proc_bind_t's values.
enum class ProcBind : std::int8_t { false_ = 0, true_ = 1, primary = 2, close = 3, spread = 4 };

inline constexpr int kMaxListLength = 32;  // nesting levels that a list in the environment may name
inline constexpr int kMaxThreads = 32768;  // threads of a process, and thereby of a team
inline constexpr int kUnlimitedLevels = 0x7fffffff;

// One per data environment. Written by the task that owns it only.
struct TaskIcv {
  std::int32_t nthreads = 1;        // nthreads-var for the next region
  bool nthreads_asked = false;      // somebody asked for that number (environment, omp_set_num_threads)
  bool dynamic = false;             // dyn-var
  ProcBind bind = ProcBind::false_; // bind-var of this level
  std::int32_t max_active_levels = 1;
  Schedule run_schedule;            // run-sched-var
  std::int32_t thread_limit = kMaxThreads;  // reported as INT_MAX when not limited
  std::int32_t default_device = 0;
  std::uintptr_t default_allocator = 1;  // omp_default_mem_alloc
};

enum class WaitPolicy : std::uint8_t { unset, active, passive };
enum class TargetOffload : std::uint8_t { disabled = 0, default_ = 1, mandatory = 2 };

struct GlobalIcv {
  // OMP_NUM_THREADS and OMP_PROC_BIND by nesting level; a level past the end uses the last entry.
  std::int32_t nthreads_list[kMaxListLength] = {};
  std::int32_t nthreads_list_length = 0;
  ProcBind bind_list[kMaxListLength] = {};
  std::int32_t bind_list_length = 0;
  std::size_t stack_bytes = 0;      // stacksize-var; 0 = the system's default
  WaitPolicy wait_policy = WaitPolicy::unset;
  std::int64_t spin_ns = -1;        // KMP_BLOCKTIME, GOMP_SPINCOUNT: how long a wait may spin; -1 = XOMP learns it,
                                    // INT64_MAX = forever. kmp_set_blocktime may write it at any time (relaxed).
  bool cancellation = false;        // cancel-var
  bool display_affinity = false;    // display-affinity-var
  char affinity_format[512] = "";   // affinity-format-var; guarded by a lock of core/icv
  std::int32_t max_task_priority = 0;
  std::int32_t num_teams = 0;       // nteams-var; omp_set_num_teams writes it
  std::int32_t teams_thread_limit = 0;
  TargetOffload target_offload = TargetOffload::default_;
  std::uint64_t initial_threads = 1;  // processors counted at start
};

// The initial task's values after the environment was read, and the device's. initialize() must have run.
extern TaskIcv initial;
extern GlobalIcv global;

// Reads the environment once; prints one warning for each wrong value. Called by the library's constructor before
// anything else of the runtime runs. `processors`: after affinity mask and quota.
void initialize(int processors);

// omp_display_env: the values of `icv` and of the globals on stderr, in the standard's form.
enum class Detail { standard, verbose };
void display(const TaskIcv& icv, Detail detail);

}  // namespace xomp::icv
