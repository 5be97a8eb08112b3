// The end of the process. Threads that wait for work are left alone then: the system takes everything back at once, and
// no thread_local objects of workers are destroyed behind the program's back. But valgrind counts what the C library
// keeps for each thread as possibly lost, so under valgrind the threads that wait are ended first.
#include "core/team/lifecycle.h"
#include "core/team/pool.h"
#include "core/team/statistics.h"
#include "core/team/watched.h"
#include "core/threads/crew.h"
#include "platform/clock.h"
#include "platform/process.h"
#include "platform/thread.h"

namespace xomp::team {

namespace {

constexpr std::uint64_t kLongestEnd_ns = 2'000'000'000;  // valgrind runs one thread at a time

// Runs before the statistics are printed, so that they are complete. A thread that calls exit() inside a region leaves
// the other threads where they are.
[[gnu::destructor(102)]] void end_process() {
  end_tool();
  finish_trace();
  if (!platform::runs_under_valgrind() || threading::for_teams.live() == 0) return;
  const int left = platform::thread_count() - threading::for_teams.live();
  Worker* const me = sched::own_worker;
  if (me == nullptr) threading::for_teams.end_idle();
  else if (!try_pause(*me)) return;
  const std::uint64_t end = platform::now_ns() + kLongestEnd_ns;
  while (platform::now_ns() < end && platform::thread_count() > left) {
    threading::for_teams.end_idle();  // those of nested teams come one after the other
    platform::yield_processor();
  }
}

}  // namespace

}  // namespace xomp::team
