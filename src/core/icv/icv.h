// Internal control variables (OpenMP 5.2, section 2). TaskIcv is the part of a data environment: tasks inherit it by
// pointer and copy it when they write. GlobalIcv is the part of the device: it is written once, while the environment
// is read and before any team exists, except where a field says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/atomic.h"

namespace xomp::icv {

// omp_sched_t's values, which are also the ABI's.
enum class ScheduleKind : std::int32_t { static_ = 1, dynamic = 2, guided = 3, auto_ = 4, trapezoidal = 101 };

// The modifier as the user wrote it; none = the standard's default for the kind.
enum class ScheduleModifier : std::uint8_t { none, monotonic, nonmonotonic };

struct Schedule {
  ScheduleKind kind = ScheduleKind::static_;
  ScheduleModifier modifier = ScheduleModifier::none;
  bool is_chosen = false;  // by OMP_SCHEDULE or omp_set_schedule; else each ABI has the default of its own library
  std::int64_t chunk = 0;  // iterations; 0 = not given (static: blocks, others: 1)
  bool operator==(const Schedule&) const = default;
};

// omp_proc_bind_t's values.
enum class ProcBind : std::int8_t { false_ = 0, true_ = 1, primary = 2, close = 3, spread = 4 };

inline constexpr int kMaxListLength = 32;  // nesting levels that a list in the environment may name
inline constexpr int kMaxThreads = 32768;  // threads of a process, and thereby of a team
inline constexpr int kUnlimitedLevels = 0x7fffffff;

// Each data environment has one. Only the task that owns it writes it.
struct TaskIcv {
  std::int32_t nthreads = 1;         // nthreads-var for the next region
  bool nthreads_asked = false;       // the environment or omp_set_num_threads asked for that number
  bool nthreads_stays = false;       // nested regions keep it instead of taking the environment's entry for their level
  bool dynamic = false;              // dyn-var
  ProcBind bind = ProcBind::false_;  // bind-var of this level
  std::int32_t max_active_levels = 1;
  Schedule run_schedule;                    // run-sched-var
  std::int32_t thread_limit = kMaxThreads;  // reported as INT_MAX when not limited
  std::int32_t default_device = 0;
  std::uintptr_t default_allocator = 1;  // omp_default_mem_alloc

  bool operator==(const TaskIcv&) const = default;
};

enum class WaitPolicy : std::uint8_t { unset, active, passive };
enum class TargetOffload : std::uint8_t { disabled = 0, default_ = 1, mandatory = 2 };
enum class LibraryMode : std::uint8_t { serial = 1, turnaround = 2, throughput = 3 };  // kmp_set_library's values
enum class BarrierKind : std::uint8_t { groups, tree, word };
enum class DisplayEnv : std::uint8_t { no, standard, verbose };
enum class TtgTable : std::uint8_t { buckets, chained };
enum class TtgTermination : std::uint8_t { thread, process };

// One omp_alloctrait_t: the keys and values are the ABI's.
struct AllocatorTrait {
  std::int32_t key = 0;
  std::uintptr_t value = 0;
};

inline constexpr int kMaxAllocatorTraits = 8;  // there are eight keys

// OMP_ALLOCATOR as a memory space with traits. core/memory makes this allocator at start, and its handle becomes
// initial.default_allocator. trait_count 0 = none asked for.
struct AllocatorRequest {
  std::uintptr_t memory_space = 0;  // omp_memspace_handle_t
  std::int32_t trait_count = 0;
  AllocatorTrait traits[kMaxAllocatorTraits] = {};
};

inline constexpr std::int32_t kLeastBarrierFanOut = 2, kMostBarrierFanOut = 64, kUsualBarrierFanOut = 4;
inline constexpr std::int64_t kSpinLearnt = -1;
inline constexpr std::int64_t kSpinForever = INT64_MAX;
inline constexpr std::size_t kAffinityFormatBytes = 512;

struct Preset;

// Fields are written while the environment is read; after that any thread reads them and none writes. The exceptions
// are affinity_format and the atomic fields, which omp_ and kmp_ calls write (relaxed: they publish nothing else).
struct GlobalIcv {
  // OMP_NUM_THREADS and OMP_PROC_BIND by nesting level; a level past the end uses the last entry.
  std::int32_t nthreads_list[kMaxListLength] = {};
  std::int32_t nthreads_list_length = 0;
  ProcBind bind_list[kMaxListLength] = {};
  std::int32_t bind_list_length = 0;
  atomic<std::size_t> stack_bytes{0};  // stacksize-var; 0 = the system's default. kmp_set_stacksize writes it
  WaitPolicy wait_policy = WaitPolicy::unset;
  // How long a wait may spin (KMP_BLOCKTIME, GOMP_SPINCOUNT). kSpinLearnt: XOMP finds out. kmp_set_blocktime writes it.
  atomic<std::int64_t> spin_ns{kSpinLearnt};
  // KMP_LIBRARY; its effects are in wait_policy and thread_limit. kmp_set_library writes it.
  atomic<LibraryMode> library_mode{LibraryMode::throughput};
  bool cancellation = false;      // cancel-var
  bool display_affinity = false;  // display-affinity-var
  // affinity-format-var; read and written through the functions below, which lock.
  char affinity_format[kAffinityFormatBytes] = "level %L thread %n tid %i affinity %A";
  std::int32_t max_task_priority = 0;
  atomic<std::int32_t> num_teams{0};           // nteams-var; omp_set_num_teams writes it; 0 = not asked for
  atomic<std::int32_t> teams_thread_limit{0};  // omp_set_teams_thread_limit writes it; 0 = not asked for
  std::int32_t league_thread_limit = 0;    // threads of all teams of a league (KMP_TEAMS_THREAD_LIMIT); 0 = no limit
  ProcBind teams_bind = ProcBind::spread;  // how places are dealt to the teams of a league (KMP_TEAMS_PROC_BIND)
  std::int32_t device_thread_limit = kMaxThreads;  // threads of the process (KMP_DEVICE_THREAD_LIMIT)
  TargetOffload target_offload = TargetOffload::default_;
  AllocatorRequest allocator_request;
  bool tool = true;    // tool-var
  bool debug = false;  // debug-var
  DisplayEnv display_env = DisplayEnv::no;
  bool display_settings = false;  // KMP_SETTINGS
  // KMP_WARNINGS: false silences the warnings about wrong values and calls. kmp_ calls write it.
  atomic<bool> warnings{true};
  TtgTable ttg_table = TtgTable::buckets;                   // XOMP_TTG_TABLE
  TtgTermination ttg_termination = TtgTermination::thread;  // XOMP_TTG_TERMINATION
  BarrierKind barrier = BarrierKind::groups;                // XOMP_BARRIER
  std::int32_t barrier_fan_out = kUsualBarrierFanOut;       // of the tree
  bool statistics = false;                                  // XOMP_STATS; below is the file that they go to
  int trace_level = 2;                                      // XOMP_TRACE_LEVEL: 1 states, 2 tasks, 3 all
  std::int32_t trace_mebibytes = 256;                       // XOMP_TRACE_SIZE
  bool trace_keeps_last = false;                            // XOMP_TRACE_KEEP
  std::int32_t initial_threads = 1;                         // processors counted at start

  // Texts that other rooms parse, without spaces around them; nullptr = not given. They live as long as the process.
  const char* places = nullptr;             // OMP_PLACES
  const char* cpu_affinity = nullptr;       // GOMP_CPU_AFFINITY
  const char* affinity = nullptr;           // KMP_AFFINITY
  const char* hardware_subset = nullptr;    // KMP_HW_SUBSET
  const char* schedule_policy = "auto";     // XOMP_SCHEDULE_POLICY
  const Preset* preset = nullptr;           // XOMP_AS (presets.h)
  const char* tool_libraries = nullptr;     // tool-libraries-var
  const char* available_devices = nullptr;  // available-devices-var; there are none
  const char* threads_reserve = nullptr;    // OMP_THREADS_RESERVE; every thread is a structured one
  const char* trace = nullptr;              // XOMP_TRACE
  const char* statistics_file = nullptr;    // nullptr: stderr
  const char* tool_verbose_init = nullptr;  // "stdout", "stderr" or a file's name; nullptr = disabled
};

// The initial task's values after the environment was read, and the device's. They must not be used before
// initialize().
extern TaskIcv initial;
extern GlobalIcv global;

// Reads the environment once; prints one warning for each wrong value that no parent of this process has reported. Called by the library's constructor before
// anything else of the runtime runs. `processors`: after affinity mask and quota.
void initialize(int processors);

// Both are for affinity-format-var and may be called by any thread. set keeps the first kAffinityFormatBytes - 1 bytes.
// get copies at most capacity - 1 bytes and a NUL (nothing when capacity is 0), and returns the whole length.
void set_affinity_format(const char* text, std::size_t length);
std::size_t get_affinity_format(char* buffer, std::size_t capacity);
// Around fork() the lock is held, in the child by the thread that forked.
void hold_affinity_format_for_fork();
void release_affinity_format_after_fork();

enum class Detail { standard, verbose };  // verbose adds what the GOMP_, KMP_ and XOMP_ variables set

// Prints the values of `icv` and of the globals on stderr, in the form that the standard wants from omp_display_env.
// The standard wants the values at start, so pass `initial` for that.
void display(const TaskIcv& icv, Detail detail);

// Calls `each` for every ICV: its name (that of the environment variable which sets it), its value as that variable
// would be written, and where the value came from: "default", the name of a variable, or "because of" and its name.
using EachIcv = void (*)(void* context, const char* name, const char* value, const char* origin);
void for_each_icv(const TaskIcv& icv, Detail detail, EachIcv each, void* context);

}  // namespace xomp::icv
