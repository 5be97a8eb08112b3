// Names and values as libomp 19 has them (KMP_SETTINGS=true shows its defaults), and libgomp's and OpenMP 6's other names.
#include "core/icv/foreign_variables.h"

#include <climits>
#include <cstring>

#include "core/icv/values.h"

namespace xomp::icv {

namespace {

constexpr int kMost = INT_MAX;
constexpr int kMet = INT_MIN;  // in place of a usual value: whatever is asked for, it holds here, too

// A whole number within limits. `usual`: the other runtime's default.
struct Number {
  const char* name;
  int least, most, usual;
};
constexpr Number kNumbers[] = {{"KMP_ABORT_DELAY", 0, kMost, 0},
                               {"KMP_ALL_THREADPRIVATE", 1, kMost, 128},
                               {"KMP_ATOMIC_MODE", 0, 2, kMet},
                               {"KMP_DISP_NUM_BUFFERS", 1, 4096, 7},
                               {"KMP_FORKJOIN_FRAMES_MODE", 0, 3, 3},
                               {"KMP_GTID_MODE", 0, 3, 3},
                               {"KMP_HOT_TEAMS_MAX_LEVEL", 0, kMost, 1},
                               {"KMP_HOT_TEAMS_MODE", 0, kMost, 0},
                               {"KMP_ITT_PREPARE_DELAY", 0, kMost, 0},
                               {"KMP_MWAIT_HINTS", 0, kMost, 0},
                               {"KMP_NESTING_MODE", 0, kMost, 0},
                               {"KMP_NUM_LOCKS_IN_BLOCK", 1, kMost, 1},
                               {"KMP_STACKPAD", 0, 2 << 20, 0},
                               {"KMP_TASKING", 0, 2, 2},
                               {"KMP_TASKLOOP_MIN_TASKS", 0, kMost, 0},
                               {"KMP_TASK_STEALING_CONSTRAINT", 0, 1, 1},
                               {"KMP_TPAUSE", 0, kMost, 0},
                               {"KMP_USE_YIELD", 0, 2, 1}};

// True or false.
struct Switch {
  const char* name;
  int usual;
};
constexpr Switch kSwitches[] = {{"KMP_DEBUG_BUF", 0},
                                {"KMP_DEBUG_BUF_ATOMIC", 0},
                                {"KMP_DETERMINISTIC_REDUCTION", 0},
                                {"KMP_ENABLE_TASK_THROTTLING", 1},
                                {"KMP_FORCE_MONOTONIC_DYNAMIC_SCHEDULE", 0},
                                {"KMP_FOREIGN_THREADS_THREADPRIVATE", 1},
                                {"KMP_FORKJOIN_FRAMES", 1},
                                {"KMP_HANDLE_SIGNALS", 0},
                                {"KMP_INHERIT_FP_CONTROL", 1},
                                {"KMP_INIT_AT_FORK", kMet},
                                {"KMP_STORAGE_MAP", 0},
                                {"KMP_USER_LEVEL_MWAIT", 0},
                                {"KMP_VERSION", 0}};

// Words, lists and sizes of many forms, which nobody reads here.
struct Text {
  const char* name;
  const char* usual;
};
constexpr Text kTexts[] = {{"KMP_ADAPTIVE_LOCK_PROPS", "1,1024"},
                           {"KMP_ALIGN_ALLOC", "64"},
                           {"KMP_A_DEBUG", "0"},
                           {"KMP_B_DEBUG", "0"},
                           {"KMP_CONSISTENCY_CHECK", "none"},
                           {"KMP_CPUINFO_FILE", ""},
                           {"KMP_C_DEBUG", "0"},
                           {"KMP_DEBUG", "0"},
                           {"KMP_DEBUG_BUF_CHARS", "128"},
                           {"KMP_DEBUG_BUF_LINES", "512"},
                           {"KMP_DIAG", "0"},
                           {"KMP_DISP_HAND_THREAD", "false"},
                           {"KMP_DUMP_CATALOG", ""},
                           {"KMP_DYNAMIC_MODE", ""},
                           {"KMP_D_DEBUG", "0"},
                           {"KMP_E_DEBUG", "0"},
                           {"KMP_FORCE_REDUCTION", ""},
                           {"KMP_FORKJOIN_BARRIER", "2,2"},
                           {"KMP_FORKJOIN_BARRIER_PATTERN", "hyper,hyper"},
                           {"KMP_FOR_TCHECK", ""},
                           {"KMP_FOR_TPROFILE", ""},
                           {"KMP_F_DEBUG", "0"},
                           {"KMP_HIDDEN_HELPER_AFFINITY", ""},
                           {"KMP_IGNORE_MPPBEG", ""},
                           {"KMP_IGNORE_MPPEND", ""},
                           {"KMP_INITIAL_THREAD_BIND", ""},
                           {"KMP_INIT_WAIT", ""},
                           {"KMP_LOAD_BALANCE_INTERVAL", "1"},
                           {"KMP_LOCK_KIND", "queuing"},
                           {"KMP_MALLOC_POOL_INCR", "1M"},
                           {"KMP_MONITOR_STACKSIZE", ""},
                           {"KMP_NEXT_WAIT", ""},
                           {"KMP_PAR_RANGE", ""},
                           {"KMP_PLAIN_BARRIER", "2,2"},
                           {"KMP_PLAIN_BARRIER_PATTERN", "hyper,hyper"},
                           {"KMP_REDUCTION_BARRIER", "1,1"},
                           {"KMP_REDUCTION_BARRIER_PATTERN", "hyper,hyper"},
                           {"KMP_SPIN_BACKOFF_PARAMS", "4096,100"},
                           {"KMP_STACKOFFSET", "64"},
                           {"KMP_STATS_FILE", ""},
                           {"KMP_TOPOLOGY_METHOD", "all"},
                           {"GOMP_DEBUG", "0"},
                           {"GOMP_OPENACC_DIM", ""},
                           {"GOMP_RTEMS_THREAD_POOLS", ""},
                           {"OMP_AVAILABLE_DEVICES", ""},
                           {"OMP_THREADS_RESERVE", ""}};

template <class Row, std::size_t rows>
const Row* find(const Row (&table)[rows], const char* name, std::size_t length) {
  for (const Row& row : table)
    if (std::strncmp(row.name, name, length) == 0 && row.name[length] == '\0') return &row;
  return nullptr;
}

Foreign verdict_of(std::int64_t value, int usual) {
  return usual == kMet || value == usual ? Foreign::asks_for_nothing : Foreign::has_no_effect;
}

}  // namespace

bool is_foreign(const char* name, std::size_t length) {
  return find(kNumbers, name, length) != nullptr || find(kSwitches, name, length) != nullptr ||
         find(kTexts, name, length) != nullptr;
}

Foreign check_foreign(const char* name, std::size_t length, text::Cursor value, text::Line& allowed) {
  if (const Number* const number = find(kNumbers, name, length)) {
    std::int64_t read;
    if (read_whole_number(value, number->least, number->most, read)) return verdict_of(read, number->usual);
    allowed.add("a whole number from ").add(std::int64_t{number->least}).add(" to ").add(std::int64_t{number->most});
    return Foreign::is_wrong;
  }
  if (const Switch* const known = find(kSwitches, name, length)) {
    bool truth;
    if (read_truth(value, truth)) return verdict_of(truth, known->usual);
    allowed.add("true or false");
    return Foreign::is_wrong;
  }
  const Text* const known = find(kTexts, name, length);
  return known != nullptr && value.is(known->usual) ? Foreign::asks_for_nothing : Foreign::has_no_effect;
}

}  // namespace xomp::icv
