// The pool's threads: how they start, idle and end. What they do in between is in view_threads.cpp.
#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/lending.h"
#include "core/sleep/backoff.h"
#include "core/sleep/last_look.h"
#include "core/team/roots.h"
#include "platform/heap.h"
#include "platform/message.h"
#include "platform/thread.h"
#include "trace/recorder.h"

namespace xomp::graph {

// --- called with Pool::lock held (lending.h) ---

namespace {

void* run_sitter(void* argument);

// Says whether a view other than the graph's is open. The graph's needs no thread of the pool, because the threads that wait for the
// graph's tasks run them if nobody else does.
bool has_executor() {
  for (View* view = the_pool.open; view != nullptr; view = view->next_open)
    if (!view->counts) return true;
  return false;
}

// [VIEW-8] Called when a thread could not be started. The program is told when a second try has failed, too: the watchdog tries again.
[[gnu::cold]] void be_starved() {
  the_pool.is_starved = true;
  update_all_wants();
  watch();
  if (!the_pool.is_watched.load(relaxed) && threading::for_views.live() == 0 && has_executor())  // under the lock
    platform::fatal("no thread could be started for an executor: the system allows no more");
  if (the_pool.failed_starts++ > 0) threading::tell_of_refusal("executors and graphs go on with fewer");
}

// Returns a Sitter for a thread that is to be started, or nullptr if there is no memory for one.
Sitter* spare_sitter() {
  if (threading::CrewMember* const spare = threading::for_views.take_spare()) return static_cast<Sitter*>(spare);
  void* const memory = platform::take_piece(sizeof(Sitter));
  if (memory == nullptr) return nullptr;
  Sitter* const sitter = new (memory) Sitter;
  sitter->is_pooled = true;
  return sitter;
}

Sitter* try_to_start() {
  Sitter* const sitter = spare_sitter();
  if (sitter == nullptr || threading::for_views.start(run_sitter, sitter)) return sitter;
  threading::for_views.put_spare(*sitter);
  return nullptr;
}
Sitter* start_sitter() {
  if (the_pool.is_starved) return nullptr;  // [VIEW-8] the watchdog tries again
  Sitter* const sitter = try_to_start();
  if (sitter != nullptr) the_pool.failed_starts = 0;
  else be_starved();
  return sitter;
}

}  // namespace

Sitter* idle_sitter() {
  threading::CrewMember* const idle = threading::for_views.take_idle();
  return idle != nullptr ? static_cast<Sitter*>(idle) : start_sitter();
}

void have_idle_thread() {
  if (the_pool.is_starved || threading::for_views.has_idle() || threading::for_views.live() >= processors()) return;
  if (Sitter* const sitter = try_to_start()) threading::for_views.put_idle(*sitter, sched::kMaxWorkers);
}

// --- without the lock ---

namespace {

constexpr std::uint64_t kRest_ns = 200'000'000;    // an idle thread gives memory back to the system after this time
constexpr std::uint64_t kIdle_ns = 5'000'000'000;  // it ends after this further time

}  // namespace

IdleSitter::IdleSitter(bool is_relied_on, const View* served) : served_(served) {
  const bool is_timed_first = is_relied_on && may_be_held();  // [VIEW-4]
  if (is_relied_on) {
    is_sure_ = sleep::LastLook().is_sure();        // [VIEW-2]
    if (!is_timed_first) lend_where_tasks_wait();  // [VIEW-2] perhaps the thread itself
  }
  is_timed_ = !is_sure_ || (is_timed_first && do_tasks_wait());
}

std::uint64_t IdleSitter::limit_ns() const {
  if (is_timed_) return kTimedWait_ns;
  return served_ != nullptr ? 0 : has_rested_ ? kIdle_ns : kRest_ns;
}

bool IdleSitter::is_over() {
  if (is_timed_) {
    lend_where_tasks_wait();
    is_timed_ = !is_sure_ || do_tasks_wait();
    return false;
  }
  if (has_rested_ || the_pool.is_childs) return true;
  trim_memory(own_memory());
  has_rested_ = true;
  return false;
}

namespace {

// Sleeps until the thread is to sit down, and returns the seat. Returns nullptr after a long time without work. Statistics and traces
// show the wait.
Seat* wait_for_seat(Sitter& sitter, bool is_relied_on) {
  trace::Activity before{};
  trace::begin_slow_wait(before);
  void* const seat = threading::for_views.wait_for_job(sitter, IdleSitter(is_relied_on, nullptr));
  trace::end_slow_wait(before);
  return static_cast<Seat*>(seat);
}

void* run_sitter(void* argument) {
  Sitter& sitter = *static_cast<Sitter*>(argument);
  team::register_root_of(&threading::for_views);
  own_memory();
  {
    const platform::ShortGuard its_starter_has_set_the_job(the_pool.lock);  // or has listed it as idle
  }
  if (!sitter.has_job()) platform::touch_stack();  // so that its first task does not wait for it
  for (bool is_relied_on = false; Seat* const seat = wait_for_seat(sitter, is_relied_on);) {
    sleep::part_from_waker(sitter.lent_from);
    is_relied_on = sit(*seat, sitter);
  }
  threading::for_views.put_spare(sitter);
  return nullptr;
}

}  // namespace

}  // namespace xomp::graph
