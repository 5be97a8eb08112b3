// OpenMP 6.0's additions to the num_threads clause: a number for the next nesting level, and strict.
#pragma once

#include <cstdint>

namespace xomp::team {

// What strict does when the region gets another number of threads than asked for. The values are the ABI's.
enum class Strictness : std::int32_t { none = 0, warning = 1, fatal = 2 };

// Written by the thread that encounters the construct, read by it when the region begins.
struct ThreadsClause {
  std::int32_t nested_threads = 0;  // nthreads-var of the region's tasks; 0 = as it is
  Strictness strictness = Strictness::none;
  const char* message = nullptr;  // the clause's; nullptr = none
};

// Says that the region gets `given` threads instead of `asked`, as strict wants it.
[[gnu::cold]] void report_missed_threads(const ThreadsClause& clause, int asked, int given);

}  // namespace xomp::team
