// What a parallel construct says: what its region runs on each thread, and what it asks of the team.
#pragma once

#include <cstdint>

#include "core/icv/icv.h"
#include "core/sched/worker.h"
#include "core/worksharing/loop.h"

namespace xomp::team {

using sched::Worker;

// What a region runs on each of its threads.
struct Region {
  void (*invoke)(Worker& me, const Region& region);  // the ABI's way to call `function`
  void* function;
  void* data;
  void** arguments;
  std::int32_t argument_count;
  bool operator==(const Region&) const = default;
};

// What strict does when the region gets another number of threads than asked for. The values are the ABI's.
enum class Strictness : std::int32_t { none = 0, warning = 1, fatal = 2 };

// OpenMP 6.0's additions to the num_threads clause: a number for the next nesting level, and strict. Written by the
// thread that encounters the construct, read by it when the region begins.
struct ThreadsClause {
  std::int32_t nested_threads = 0;  // nthreads-var of the region's tasks; 0 = as it is
  Strictness strictness = Strictness::none;
  const char* message = nullptr;  // the clause's; nullptr = none
};

// What a parallel construct asks for.
struct Request {
  std::int32_t threads = 0;                    // num_threads clause; 0 = none
  bool serial = false;                         // if(false)
  icv::ProcBind bind = icv::ProcBind::false_;  // proc_bind clause, when given
  bool bind_given = false;
  bool bind_inherited = false;  // the clause holds for the regions below, too: gcc's programs are used to that
  const worksharing::LoopParameters* combined = nullptr;  // the loop of a combined construct: all threads begin in it
  const ThreadsClause* clause = nullptr;                  // what else a num_threads clause says
};

}  // namespace xomp::team
