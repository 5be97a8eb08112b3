// What a tool is told of threads, regions, synchronisation and worksharing (WATCH-1 in core/task/task.h has the tasks). All of this
// is called where a tool watches, by the thread that it is about. The ABIs call it through core/api/watch.h.
#pragma once

#include "core/sched/watched.h"
#include "core/team/cancel.h"
#include "core/team/team.h"

namespace xomp::team {

using trace::Call;

// ---- threads ----

// The first use of the runtime looks for a tool (TOOL-1). The thread that does so may come here again from the tool's
// initialize(), so it passes. Other threads wait.
[[gnu::cold]] void settle_tool();
[[gnu::cold]] void watch_thread_begin(Worker& me, ompt_thread_t kind);
[[gnu::cold]] void watch_thread_end(Worker& me);
// Ends what the tool knows: the runtime's threads that wait, for a limited time, then the calling thread. Then it ends
// the tool.
[[gnu::cold]] void end_tool();

// For fork()'s child: the other threads do not exist there.
void forget_watched_workers();

// ---- regions and implicit tasks ----

[[gnu::cold]] void watch_region_begin(Worker& me, Team& team, const Request& request, int size);
[[gnu::cold]] void watch_region_end(Worker& me, Team& team);
// Called before the initial region of a target construct on the host, because that region has no event of its own.
[[gnu::cold]] void watch_target_begin(Worker& me);
[[gnu::cold]] void watch_implicit_begin(Worker& me, Thread& thread);
[[gnu::cold]] void watch_implicit_end(Worker& me, Thread& thread);

// ---- waits of the whole team, of a task, of a group ----

// Reports a wait that has nothing to wait for.
[[gnu::cold]] void watch_no_wait(Worker& me, ompt_sync_region_t kind, Call call);

class WatchedSync {
 public:
  // `ends_region`: the implicit barrier of a region; a tool hears no region at its end, which may be gone.
  WatchedSync(Worker& me, ompt_sync_region_t kind, const void* call, bool ends_region = false);
  ~WatchedSync();
  WatchedSync(const WatchedSync&) = delete;
  WatchedSync& operator=(const WatchedSync&) = delete;

 private:
  Worker& me_;
  const ompt_sync_region_t kind_;
  const void* const call_;
  const bool ends_region_;
  trace::TaskRecord* const task_;
  std::uint32_t state_before_;
};
[[gnu::cold]] void watch_sync(Worker& me, ompt_callbacks_t event, ompt_sync_region_t kind,
                              ompt_scope_endpoint_t endpoint, const void* call);
// Returns the kind of the barrier to which the thread has come. A construct that gcc's code did not end ends here.
[[gnu::cold]] ompt_sync_region_t barrier_kind(Worker& me);

// ---- worksharing ----

[[gnu::cold]] void watch_work(Worker& me, int kind, ompt_scope_endpoint_t endpoint, std::uint64_t count,
                              const void* call);
// Begins a construct. It ends by end_work(), or where the thread comes next: a barrier, the region's end, another
// construct.
[[gnu::cold]] void begin_work(Worker& me, int kind, std::uint64_t count, const void* call);
[[gnu::cold]] void end_work(Worker& me, const void* call);
[[gnu::cold]] void watch_chunk(Worker& me, ompt_dispatch_t kind, std::uint64_t start, std::uint64_t iterations);
[[gnu::cold]] void watch_section(Worker& me, const void* call);
[[gnu::cold]] void watch_masked(Worker& me, ompt_scope_endpoint_t endpoint, const void* call);

// ---- the rest ----

// flags: which construct, and whether the thread has asked for it (activated) or found out (detected).
[[gnu::cold]] void watch_cancel(Worker& me, Construct construct, int how, const void* call);
[[gnu::cold]] int control_tool(int command, int modifier, void* argument, Call call);

}  // namespace xomp::team
