// The two tables that say everything about the environment: which variables there are and how each is read, and which
// ICVs there are and how each is shown. A new variable is a row in variables.cpp and a field in icv.h. A third table,
// filled while the environment is read, says for each ICV where its value came from.
#pragma once

#include <span>

#include "core/icv/values.h"

namespace xomp::icv {

enum class Icv : std::uint8_t {
  dynamic,
  nthreads,
  thread_limit,
  max_active_levels,
  places,
  bind,
  run_schedule,
  stack_size,
  wait_policy,
  display_affinity,
  affinity_format,
  cancellation,
  available_devices,
  default_device,
  target_offload,
  threads_reserve,
  max_task_priority,
  tool,
  tool_libraries,
  tool_verbose_init,
  debug,
  allocator,
  num_teams,
  teams_thread_limit,
  display_env,
  cpu_affinity,
  spin,
  affinity,
  hardware_subset,
  library_mode,
  division,
  device_thread_limit,
  league_thread_limit,
  teams_bind,
  display_settings,
  duplicate_library,
  warnings,
  preset,
  schedule_policy,
  barrier,
  ttg_table,
  ttg_termination,
  statistics,
  trace,
  trace_level,
  trace_size,
  trace_keep,
  count
};

inline constexpr int kIcvCount = static_cast<int>(Icv::count);

// _ALL, _DEV and _DEV_<n> behind the name, which OpenMP gives to the variables whose ICV a device has for itself.
enum class Suffixes : std::uint8_t { none, devices };

struct Variable {
  const char* name;
  Icv sets;
  Reader read;
  const char* allowed;  // completes "allowed: "
  Suffixes suffixes = Suffixes::none;
};

struct IcvRow {
  const char* name;  // the variable under which it is shown
  Writer write;
  Detail shown;
};

// Where several variables set one ICV, the later one wins.
std::span<const Variable> variables();
// Indexed by Icv.
std::span<const IcvRow> icv_rows();
inline constexpr int kMaxVariables = 64;  // room for the table's rows in arrays beside it

// Written while the environment is read, by that thread; read by any thread that shows ICVs.
struct Origin {
  enum class Kind : std::uint8_t { default_, variable, variable_for_all, derived };
  Kind kind = Kind::default_;
  const char* variable = nullptr;  // which one, unless default
};

extern Origin origins[kIcvCount];

inline Origin& origin_of(Icv icv) { return origins[static_cast<int>(icv)]; }
// Called while the library starts, when the variable's value cannot be used on this machine. From then on it counts as
// not set. For ICVs that are texts for other rooms, and for OMP_ALLOCATOR (derived.cpp).
void withdraw(Icv icv);
// Writes "default", "OMP_NUM_THREADS", "OMP_NUM_THREADS_ALL" or "because of OMP_PLACES".
void write_origin(text::Line& line, Icv icv);

}  // namespace xomp::icv
