// Names and values as libomp 19 has them, and libgomp's and OpenMP 6's other names.
#include "core/icv/foreign_variables.h"

#include <climits>
#include <cstring>

#include "core/icv/values.h"

namespace xomp::icv {

namespace {

constexpr int kMost = INT_MAX;

// A whole number within limits.
struct Number {
  const char* name;
  int least, most;
};
constexpr Number kNumbers[] = {
    {"KMP_ABORT_DELAY", 0, kMost}, {"KMP_ALL_THREADPRIVATE", 1, kMost}, {"KMP_ATOMIC_MODE", 0, 2},
    {"KMP_DISP_NUM_BUFFERS", 1, 4096}, {"KMP_FORKJOIN_FRAMES_MODE", 0, 3}, {"KMP_GTID_MODE", 0, 3},
    {"KMP_HOT_TEAMS_MAX_LEVEL", 0, kMost}, {"KMP_HOT_TEAMS_MODE", 0, kMost}, {"KMP_ITT_PREPARE_DELAY", 0, kMost},
    {"KMP_MWAIT_HINTS", 0, kMost}, {"KMP_NESTING_MODE", 0, kMost}, {"KMP_NUM_LOCKS_IN_BLOCK", 1, kMost},
    {"KMP_STACKPAD", 0, 2 << 20}, {"KMP_TASKING", 0, 2}, {"KMP_TASKLOOP_MIN_TASKS", 0, kMost},
    {"KMP_TASK_STEALING_CONSTRAINT", 0, 1}, {"KMP_TPAUSE", 0, kMost}, {"KMP_USE_YIELD", 0, 2}};

// True or false.
constexpr const char* kSwitches[] = {
    "KMP_DEBUG_BUF", "KMP_DEBUG_BUF_ATOMIC", "KMP_DETERMINISTIC_REDUCTION", "KMP_ENABLE_TASK_THROTTLING",
    "KMP_FORCE_MONOTONIC_DYNAMIC_SCHEDULE", "KMP_FOREIGN_THREADS_THREADPRIVATE", "KMP_FORKJOIN_FRAMES",
    "KMP_HANDLE_SIGNALS", "KMP_INHERIT_FP_CONTROL", "KMP_INIT_AT_FORK", "KMP_STORAGE_MAP", "KMP_USER_LEVEL_MWAIT",
    "KMP_VERSION"};

// Words, lists and sizes of many forms, which nobody reads here.
constexpr const char* kTexts[] = {
    "KMP_ADAPTIVE_LOCK_PROPS", "KMP_ALIGN_ALLOC", "KMP_A_DEBUG", "KMP_B_DEBUG", "KMP_CONSISTENCY_CHECK",
    "KMP_CPUINFO_FILE", "KMP_C_DEBUG", "KMP_DEBUG", "KMP_DEBUG_BUF_CHARS", "KMP_DEBUG_BUF_LINES", "KMP_DIAG",
    "KMP_DISP_HAND_THREAD", "KMP_DUMP_CATALOG", "KMP_DYNAMIC_MODE", "KMP_D_DEBUG", "KMP_E_DEBUG",
    "KMP_FORCE_REDUCTION", "KMP_FORKJOIN_BARRIER", "KMP_FORKJOIN_BARRIER_PATTERN", "KMP_FOR_TCHECK",
    "KMP_FOR_TPROFILE", "KMP_F_DEBUG", "KMP_HIDDEN_HELPER_AFFINITY", "KMP_IGNORE_MPPBEG", "KMP_IGNORE_MPPEND",
    "KMP_INITIAL_THREAD_BIND", "KMP_INIT_WAIT", "KMP_LOAD_BALANCE_INTERVAL", "KMP_LOCK_KIND", "KMP_MALLOC_POOL_INCR",
    "KMP_MONITOR_STACKSIZE", "KMP_NEXT_WAIT", "KMP_PAR_RANGE", "KMP_PLAIN_BARRIER", "KMP_PLAIN_BARRIER_PATTERN",
    "KMP_REDUCTION_BARRIER", "KMP_REDUCTION_BARRIER_PATTERN", "KMP_SPIN_BACKOFF_PARAMS", "KMP_STACKOFFSET",
    "KMP_STATS_FILE", "KMP_TOPOLOGY_METHOD", "GOMP_DEBUG", "GOMP_OPENACC_DIM", "GOMP_RTEMS_THREAD_POOLS",
    "OMP_AVAILABLE_DEVICES", "OMP_THREADS_RESERVE"};

bool is_name(const char* known, const char* name, std::size_t length) {
  return std::strncmp(known, name, length) == 0 && known[length] == '\0';
}

}  // namespace

bool is_foreign(const char* name, std::size_t length) {
  for (const Number& number : kNumbers)
    if (is_name(number.name, name, length)) return true;
  for (const char* known : kSwitches)
    if (is_name(known, name, length)) return true;
  for (const char* known : kTexts)
    if (is_name(known, name, length)) return true;
  return false;
}

bool check_foreign(const char* name, std::size_t length, text::Cursor value, text::Line& allowed) {
  for (const Number& number : kNumbers) {
    if (!is_name(number.name, name, length)) continue;
    allowed.add("a whole number from ").add(std::int64_t{number.least}).add(" to ").add(std::int64_t{number.most});
    std::int64_t read;
    return read_whole_number(value, number.least, number.most, read);
  }
  for (const char* known : kSwitches) {
    if (!is_name(known, name, length)) continue;
    allowed.add("true or false");
    bool truth;
    return read_truth(value, truth);
  }
  return true;
}

}  // namespace xomp::icv
