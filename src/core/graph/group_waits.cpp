// Opens the graph, submits tasks to it, and waits for its groups.
#include <algorithm>

#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/icv/icv.h"
#include "core/sched/in_place.h"
#include "platform/fence.h"
#include "platform/message.h"
#include "trace/recorder.h"

namespace xomp::graph {

namespace {

constexpr int kMostThreads = static_cast<int>(sched::kMaxWorkers) - 1;

// Says whether all tasks of the group have ended, or of all groups.
bool is_over(std::uint32_t group) {
  const auto& words = the_groups.terminations;
  return group == kAllGroups ? words.all_over() : the_groups.terminations[group].is_over();
}

// [GRAPH-3] Takes the view out if nobody uses it, so that the caller can publish another one. Until then nobody comes
// in, because the caller has the lock.
bool take_out(View* view) {
  the_groups.view.store(nullptr, seq_cst);
  platform::fence_seq_cst();
  if (the_groups.waiters.load(seq_cst) == 0 && the_groups.terminations.all_over()) return true;
  the_groups.view.store(view, seq_cst);
  return false;
}

// Opens a view for `threads` threads, of which one is the thread that waits. Called with the_groups.lock held.
View& open_sized(int threads) {
  View& view = open_graph_view(static_cast<std::uint32_t>(threads) - 1);
  the_groups.view.store(&view, seq_cst);  // [GRAPH-3]
  return view;
}

// Returns how many of `threads` threads there can be. Called without the lock, because it waits a little if the system refuses the watchdog.
int possible_threads(int threads) {
  if (threads == 1 || can_start_watchdog()) return threads;
  threading::tell_of_refusal("the thread that waits for a task graph runs all its tasks");
  return 1;
}

int usual_threads() { return state_of(own_memory()).worker->current->icv->nthreads; }

struct GroupWait {
  Seat& seat;
  std::uint32_t group;
  Step step;
  void* argument;

  bool is_over() const { return step == nullptr && state_of(seat).balance.is_idle() && graph::is_over(group); }
  static void in_task(void* raw) {
    auto& self = *static_cast<GroupWait*>(raw);
    help_by_steps(
        self.seat, [](void* wait) { return static_cast<GroupWait*>(wait)->is_over(); }, raw, self.step, self.argument);
  }
};

// The calling thread is outside of the graph's tasks. It takes a seat, and runs tasks until the wait is over.
void wait_on_seat(std::uint32_t group, Step step, void* argument) {
  const bool is_recorded = trace::records_tasks();
  if (is_recorded) trace::record_call_begin(trace_file::CallKind::front_end, 0);
  the_groups.waiters.fetch_add(1, seq_cst);  // [GRAPH-1] [GRAPH-3]
  View& view = graph_view();
  Seat* seat = sit_down_to_wait(view);
  while (seat == nullptr && (step != nullptr || !is_over(group))) {  // more threads wait than there are seats for
    timed_wait();
    seat = sit_down_to_wait(view);
  }
  if (seat != nullptr) {
    GroupWait wait{*seat, group, step, argument};
    state_of(*seat).waits_for.store(group, relaxed);  // [GRAPH-1] before it is asleep
    sched::run_in_task(worker_of(*seat), GroupWait::in_task, &wait);
    get_up_from_wait(*seat);
  }
  the_groups.waiters.fetch_sub(1, relaxed);  // only the number counts
  if (is_recorded) trace::record_call_end(trace_file::CallKind::front_end, false);
}

}  // namespace

View& graph_view() {
  if (View* const view = the_groups.view.load(seq_cst)) return *view;  // [GRAPH-3]
  const int threads = possible_threads(usual_threads());
  const platform::ShortGuard guard(the_groups.lock);
  View* const view = the_groups.view.load(relaxed);  // under the lock
  return view != nullptr ? *view : open_sized(threads);
}

int open(int threads) {
  threads = possible_threads(std::min(threads < 1 ? usual_threads() : threads, kMostThreads));
  View* before;
  {
    const platform::ShortGuard guard(the_groups.lock);
    before = the_groups.view.load(relaxed);  // under the lock
    if (before != nullptr) {
      const int now = static_cast<int>(before->for_pool) + 1;
      if (now == threads || !take_out(before)) return now;
    }
    threads = static_cast<int>(open_sized(threads).for_pool) + 1;
  }
  if (before != nullptr) close_view(*before);
  return threads;
}

std::uint32_t open_group() {
  const platform::ShortGuard guard(the_groups.lock);
  for (std::uint32_t group = 1; group < kGroups; ++group) {
    if (the_groups.used[group]) continue;
    the_groups.used[group] = true;
    the_groups.terminations.know(group + 1);
    return group;
  }
  return 0;
}

void close_group(std::uint32_t group) {
  const platform::ShortGuard guard(the_groups.lock);
  if (group != 0) the_groups.used[group] = false;
}

void inject(Seat& me, Task* task) {
  if (me.inside != 0) return inject_from_task(me, task);
  the_groups.terminations.add_external(task->flags, false);  // [GRAPH-2]
  put_into(graph_view(), me, task);
}

bool wait(std::uint32_t group) {
  if (self().inside != 0) return false;
  do {
    if (!is_over(group)) wait_on_seat(group, nullptr, nullptr);
    // meet() is a read-modify-write, so that tasks which are submitted from now on see what the caller has done.
  } while (group != kAllGroups && !the_groups.terminations[group].meet());
  rest_memory(own_memory());
  return true;
}

bool wait_by_steps(std::uint32_t group, Step step, void* argument) {
  if (self().inside != 0) return false;
  wait_on_seat(group, step, argument);
  rest_memory(own_memory());
  return true;
}

bool is_quiet(std::uint32_t group) { return the_groups.terminations[group].is_over(); }

bool add_look(Step look, void* argument) {
  const bool is_watched = graph_view().for_pool > 0;  // a graph with one thread is looked after by that thread alone
  if (!the_groups.outside.add(look, argument, is_watched)) return false;
  if (is_watched) call_watchdog_to_look();
  return true;
}
void remove_look(Step look, void* argument) { the_groups.outside.remove(look, argument); }

}  // namespace xomp::graph
