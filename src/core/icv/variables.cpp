// The tables of variables, of ICVs and of their origins.
#include "core/icv/variables.h"

#include <climits>
#include <iterator>

#include "core/icv/presets.h"

namespace xomp::icv {

constinit Origin origins[kIcvCount];

namespace {

constexpr const char* kTruth = "true or false";
constexpr const char* kThreads = "a whole number from 1 to 32768";
constexpr const char* kPositive = "a whole number from 1 to 2147483647";
constexpr const char* kNotNegative = "a whole number from 0 to 2147483647";
static_assert(kMaxThreads == 32768 && INT_MAX == 2147483647);

constexpr auto kDevices = Suffixes::devices;

constexpr Variable kVariables[] = {
    {"OMP_DYNAMIC", Icv::dynamic, read_boolean<&TaskIcv::dynamic>, kTruth, kDevices},
    {"OMP_NUM_THREADS", Icv::nthreads, read_thread_counts,
     "whole numbers from 1 to 32768, separated by commas, at most 32 of them", kDevices},
    {"OMP_THREAD_LIMIT", Icv::thread_limit, read_thread_limit,
     "a whole number from 1 to 32768, or 2147483647 for no limit", kDevices},
    {"OMP_NESTED", Icv::max_active_levels, read_nested, kTruth, kDevices},
    {"OMP_MAX_ACTIVE_LEVELS", Icv::max_active_levels, read_number<&TaskIcv::max_active_levels, 0, INT_MAX>,
     kNotNegative, kDevices},
    {"OMP_PLACES", Icv::places, read_text<&GlobalIcv::places>,
     "threads, cores, ll_caches, sockets or numa_domains, each with (count) or (count:stride) if wanted, or a list of "
     "places",
     kDevices},
    {"OMP_PROC_BIND", Icv::bind, read_proc_bind,
     "true, false, or a list of primary, close and spread, separated by commas, at most 32 of them", kDevices},
    {"OMP_SCHEDULE", Icv::run_schedule, read_schedule,
     "static, dynamic, guided or auto, with monotonic: or nonmonotonic: in front and a comma and a chunk from 1 to "
     "2147483647 behind if wanted",
     kDevices},
    {"GOMP_STACKSIZE", Icv::stack_size, read_stack_kilobytes,
     "a number of kilobytes, or one with B, K, M, G or T; from 16K to 16G"},
    {"OMP_STACKSIZE", Icv::stack_size, read_stack_kilobytes,
     "a number of kilobytes, or one with B, K, M, G or T; from 16K to 16G", kDevices},
    {"KMP_STACKSIZE", Icv::stack_size, read_stack_bytes,
     "a number of bytes, or one with B, K, M, G or T; from 16K to 16G"},
    {"OMP_WAIT_POLICY", Icv::wait_policy, read_wait_policy, "active or passive", kDevices},
    {"OMP_DISPLAY_AFFINITY", Icv::display_affinity, read_boolean<&GlobalIcv::display_affinity>, kTruth},
    {"OMP_AFFINITY_FORMAT", Icv::affinity_format, read_affinity_format, "a text of at most 511 bytes", kDevices},
    {"OMP_CANCELLATION", Icv::cancellation, read_boolean<&GlobalIcv::cancellation>, kTruth},
    {"OMP_AVAILABLE_DEVICES", Icv::available_devices, read_available_devices,
     "* or traits such as kind(gpu) and uid(...), with ! && || and parentheses, and [index] behind, separated by "
     "commas"},
    {"OMP_DEFAULT_DEVICE", Icv::default_device, read_default_device,
     "a whole number from 0 to 2147483647, initial, invalid, default or traits such as kind(gpu), separated by commas"},
    {"OMP_TARGET_OFFLOAD", Icv::target_offload, read_target_offload, "mandatory, disabled or default"},
    {"OMP_THREADS_RESERVE", Icv::threads_reserve, read_threads_reserve,
     "a whole number, or structured and free_agent, each with (number) behind if wanted, separated by commas",
     kDevices},
    {"OMP_MAX_TASK_PRIORITY", Icv::max_task_priority, read_number<&GlobalIcv::max_task_priority, 0, INT_MAX>,
     kNotNegative},
    {"OMP_TOOL", Icv::tool, read_boolean<&GlobalIcv::tool>, "enabled or disabled"},
    {"OMP_TOOL_LIBRARIES", Icv::tool_libraries, read_tool_libraries, "paths of libraries, separated by colons"},
    {"OMP_TOOL_VERBOSE_INIT", Icv::tool_verbose_init, read_tool_verbose_init,
     "disabled, stdout, stderr or the name of a file"},
    {"OMP_DEBUG", Icv::debug, read_boolean<&GlobalIcv::debug>, "enabled or disabled"},
    {"OMP_ALLOCATOR", Icv::allocator, read_allocator,
     "a predefined allocator (omp_default_mem_alloc, ...) or memory space (omp_default_mem_space, ...), the space "
     "followed by a colon and trait=value pairs separated by commas if wanted",
     kDevices},
    {"OMP_NUM_TEAMS", Icv::num_teams, read_number<&GlobalIcv::num_teams, 0, INT_MAX>, kNotNegative, kDevices},
    {"OMP_TEAMS_THREAD_LIMIT", Icv::teams_thread_limit, read_number<&GlobalIcv::teams_thread_limit, 1, INT_MAX>,
     kPositive, kDevices},
    {"OMP_DISPLAY_ENV", Icv::display_env, read_display_env, "true, false or verbose"},
    {"GOMP_CPU_AFFINITY", Icv::cpu_affinity, read_text<&GlobalIcv::cpu_affinity>,
     "processor numbers and ranges, first-last or first-last:step, separated by spaces or commas"},
    {"GOMP_SPINCOUNT", Icv::spin, read_spin_count, "a whole number, with k, M, G or T behind if wanted, or infinite"},
    {"KMP_BLOCKTIME", Icv::spin, read_block_time,
     "a number of milliseconds, or one with us, ms, s, m, h or d, up to 2147483647 ms, or infinite"},
    {"KMP_AFFINITY", Icv::affinity, read_text<&GlobalIcv::affinity>,
     "modifiers and a type such as compact or scatter, separated by commas"},
    {"KMP_PLACE_THREADS", Icv::hardware_subset, read_text<&GlobalIcv::hardware_subset>,
     "counts of layers such as 1s,4c,1t"},
    {"KMP_HW_SUBSET", Icv::hardware_subset, read_text<&GlobalIcv::hardware_subset>,
     "counts of layers such as 1s,4c,1t"},
    {"KMP_LIBRARY", Icv::library_mode, read_library_mode, "throughput, turnaround or serial"},
    {"KMP_SCHEDULE", Icv::division, read_division, "static,balanced and guided,iterative, separated by a semicolon"},
    {"KMP_ALL_THREADS", Icv::device_thread_limit, read_device_thread_limit,
     "a whole number from 1 to 32768, 2147483647 for no limit, or all for the number of processors"},
    {"KMP_DEVICE_THREAD_LIMIT", Icv::device_thread_limit, read_device_thread_limit,
     "a whole number from 1 to 32768, 2147483647 for no limit, or all for the number of processors"},
    {"KMP_TEAMS_THREAD_LIMIT", Icv::league_thread_limit, read_number<&GlobalIcv::league_thread_limit, 1, kMaxThreads>,
     kThreads},
    {"KMP_TEAMS_PROC_BIND", Icv::teams_bind, read_teams_bind, "spread, close, primary or false"},
    {"KMP_SETTINGS", Icv::display_settings, read_boolean<&GlobalIcv::display_settings>, kTruth},
    {"KMP_DUPLICATE_LIB_OK", Icv::duplicate_library, read_unused_boolean, kTruth},
    {"KMP_WARNINGS", Icv::warnings, read_boolean<&GlobalIcv::warnings>, kTruth},
    {"XOMP_AS", Icv::preset, read_preset, kPresetNames},
    {"XOMP_SCHEDULE_POLICY", Icv::schedule_policy, read_schedule_policy, "auto"},
    {"XOMP_BARRIER", Icv::barrier, read_barrier,
     "groups, word or tree, the last with :fanout= and a number from 2 to 64 behind if wanted"},
    {"XOMP_TTG_TABLE", Icv::ttg_table, read_ttg_table, "buckets or chained"},
    {"XOMP_TTG_TERMINATION", Icv::ttg_termination, read_ttg_termination, "thread or process"},
    {"XOMP_STATS", Icv::statistics, read_statistics,
     "true or false, or the name of a file, with a slash or a dot in it, that the statistics are added to"},
    {"XOMP_TRACE", Icv::trace, read_trace,
     "the name of a file, in which %p stands for the process, %h for the host, %r for the rank"},
    {"XOMP_TRACE_LEVEL", Icv::trace_level, read_trace_level, "states, tasks or all"},
    {"XOMP_TRACE_SIZE", Icv::trace_size, read_number<&GlobalIcv::trace_mebibytes, 1, 1 << 20>,
     "a number of mebibytes from 1 to 1048576"},
    {"XOMP_TRACE_KEEP", Icv::trace_keep, read_trace_keep, "first or last"},
};
static_assert(std::size(kVariables) <= kMaxVariables);

constexpr auto kStandard = Detail::standard;
constexpr auto kVerbose = Detail::verbose;

// In the order of Icv.
constexpr IcvRow kIcvRows[] = {
    {"OMP_DYNAMIC", write_boolean<&TaskIcv::dynamic>, kStandard},
    {"OMP_NUM_THREADS", write_thread_counts, kStandard},
    {"OMP_THREAD_LIMIT", write_thread_limit, kStandard},
    {"OMP_MAX_ACTIVE_LEVELS", write_number<&TaskIcv::max_active_levels>, kStandard},
    {"OMP_PLACES", write_text<&GlobalIcv::places>, kStandard},
    {"OMP_PROC_BIND", write_proc_bind, kStandard},
    {"OMP_SCHEDULE", write_schedule, kStandard},
    {"OMP_STACKSIZE", write_stack_size, kStandard},
    {"OMP_WAIT_POLICY", write_wait_policy, kStandard},
    {"OMP_DISPLAY_AFFINITY", write_boolean<&GlobalIcv::display_affinity>, kStandard},
    {"OMP_AFFINITY_FORMAT", write_affinity_format, kStandard},
    {"OMP_CANCELLATION", write_boolean<&GlobalIcv::cancellation>, kStandard},
    {"OMP_AVAILABLE_DEVICES", write_text<&GlobalIcv::available_devices>, kStandard},
    {"OMP_DEFAULT_DEVICE", write_number<&TaskIcv::default_device>, kStandard},
    {"OMP_TARGET_OFFLOAD", write_target_offload, kStandard},
    {"OMP_THREADS_RESERVE", write_text<&GlobalIcv::threads_reserve>, kStandard},
    {"OMP_MAX_TASK_PRIORITY", write_number<&GlobalIcv::max_task_priority>, kStandard},
    {"OMP_TOOL", write_enabled<&GlobalIcv::tool>, kStandard},
    {"OMP_TOOL_LIBRARIES", write_text<&GlobalIcv::tool_libraries>, kStandard},
    {"OMP_TOOL_VERBOSE_INIT", write_tool_verbose_init, kStandard},
    {"OMP_DEBUG", write_enabled<&GlobalIcv::debug>, kStandard},
    {"OMP_ALLOCATOR", write_allocator, kStandard},
    {"OMP_NUM_TEAMS", write_number<&GlobalIcv::num_teams>, kStandard},
    {"OMP_TEAMS_THREAD_LIMIT", write_number<&GlobalIcv::teams_thread_limit>, kStandard},
    {"OMP_DISPLAY_ENV", write_display_env, kStandard},
    {"GOMP_CPU_AFFINITY", write_text<&GlobalIcv::cpu_affinity>, kVerbose},
    {"KMP_BLOCKTIME", write_block_time, kVerbose},
    {"KMP_AFFINITY", write_text<&GlobalIcv::affinity>, kVerbose},
    {"KMP_HW_SUBSET", write_text<&GlobalIcv::hardware_subset>, kVerbose},
    {"KMP_LIBRARY", write_library_mode, kVerbose},
    {"KMP_SCHEDULE", write_division, kVerbose},
    {"KMP_DEVICE_THREAD_LIMIT", write_device_thread_limit, kVerbose},
    {"KMP_TEAMS_THREAD_LIMIT", write_number<&GlobalIcv::league_thread_limit>, kVerbose},
    {"KMP_TEAMS_PROC_BIND", write_teams_bind, kVerbose},
    {"KMP_SETTINGS", write_boolean<&GlobalIcv::display_settings>, kVerbose},
    {"KMP_DUPLICATE_LIB_OK", write_true, kVerbose},
    {"KMP_WARNINGS", write_boolean<&GlobalIcv::warnings>, kVerbose},
    {"XOMP_AS", write_preset, kVerbose},
    {"XOMP_SCHEDULE_POLICY", write_text<&GlobalIcv::schedule_policy>, kVerbose},
    {"XOMP_BARRIER", write_barrier, kVerbose},
    {"XOMP_TTG_TABLE", write_ttg_table, kVerbose},
    {"XOMP_TTG_TERMINATION", write_ttg_termination, kVerbose},
    {"XOMP_STATS", write_statistics, kVerbose},
    {"XOMP_TRACE", write_trace, kVerbose},
    {"XOMP_TRACE_LEVEL", write_trace_level, kVerbose},
    {"XOMP_TRACE_SIZE", write_number<&GlobalIcv::trace_mebibytes>, kVerbose},
    {"XOMP_TRACE_KEEP", write_trace_keep, kVerbose},
};
static_assert(std::size(kIcvRows) == kIcvCount);

}  // namespace

std::span<const Variable> variables() { return kVariables; }
std::span<const IcvRow> icv_rows() { return kIcvRows; }

void write_origin(text::Line& line, Icv icv) {
  const Origin& origin = origin_of(icv);
  switch (origin.kind) {
    case Origin::Kind::default_: line.add("default"); break;
    case Origin::Kind::variable: line.add(origin.variable); break;
    case Origin::Kind::variable_for_all: line.add(origin.variable).add("_ALL"); break;
    case Origin::Kind::derived: line.add("because of ").add(origin.variable); break;
  }
}

}  // namespace xomp::icv
