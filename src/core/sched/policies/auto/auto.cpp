// auto, the default: each thread has a split deque and runs its newest task first. A thread without work takes the
// oldest task of a victim. It sends a steal request to a victim that keeps all to itself, and raids one that does not
// serve the request, since that is inside a long task. For every program. Source: split deques of Dinan et al. (2009)
// and Lace (van Dijk and van de Pol 2014), steal requests of Acar et al. (2013); how it came about:
// docs/decisions/accepted/auto.md.
#include "core/sched/policies/auto/auto.h"

namespace xomp::sched {

namespace automatic {

namespace {

constexpr std::uint32_t kRing = 2048;  // tasks that a thread may have deferred; more run at once

// Does what push() has not done. The first push of a region comes here: begin_region() leaves a request of the thread's
// own.
[[gnu::noinline]] Holder put_slowly(Worker& me, Task* t, queue::PushResult result) {
  TeamThread& thread = *me.thread;
  if (result == queue::PushResult::full) {
    if (deque_of(thread).has_ring()) return kNoRoom;
    make_ring(thread);
    deque_of(thread).push(t);
  }
  serve(me);
  return kAnnounced;
}

}  // namespace

void make_ring(TeamThread& thread) {
  auto* slots = static_cast<atomic<Task*>*>(platform::allocate_forever(kRing * sizeof(atomic<Task*>)));
  deque_of(thread).set_ring(slots, kRing);
}

}  // namespace automatic

using namespace automatic;

inline Holder Auto::put(Worker& me, Task* t) {
  const queue::PushResult result = own_of(me).deque.push(t);
  if (result == queue::PushResult::pushed) [[likely]]
    return kAnnounced;
  return put_slowly(me, t, result);
}

inline bool Auto::put_ready(Worker& me, Task* t, bool is_next) {
  SplitDeque& deque = own_of(me).deque;
  const queue::PushResult result = deque.push(t);
  if (result == queue::PushResult::pushed) return true;
  if (result == queue::PushResult::pushed_and_requested && is_next && deque.private_items() <= 1) return true;
  return put_slowly(me, t, result) != kNoRoom;
}

inline Task* Auto::pop(Worker& me, Allowed) {
  SplitDeque& deque = own_of(me).deque;
  Task* const t = deque.pop(me.thread->floor);
  if (t != nullptr && deque.must_share()) [[unlikely]]
    serve_before_task(me);
  return t;
}

Task* Auto::get(Worker& me, Allowed allowed) { return steal(me, allowed); }

Task* Auto::search(Worker& me, Allowed allowed, Effort effort) {
  raid_someone(me, effort);
  own_of(me).skipped_looks = 0;
  return allowed == Allowed::any ? Engine<Auto>::next_task(me, allowed) : dig(me, effort);
}

Grant Auto::grant_in_place(Worker& me) {
  Thread& own = own_of(me);
  // A theft from these changes little: a thief that then finds none sends a request.
  if (own.deque.holds_unrequested(own.enough)) return Grant::until_requested;
  need_fewer(*me.thread);
  return Grant::none;
}

inline void Auto::share(Worker& me, Going where) {
  // Of many threads that nap, few look at just this one.
  if (where == Going::leaving_ready && is_many(*me.thread->team) && own_of(me).deque.private_items() != 0)
    own_of(me).deque.request_self();
  if (!own_of(me).deque.must_share()) [[likely]]
    return;
  if (where == Going::into_task) serve_before_task(me);
  else serve(me);
}

bool Auto::is_requested(Worker& me) { return own_of(me).deque.is_requested(); }

void Auto::begin_region(Worker& me) {
  Thread& own = own_of(me);
  // [SLEEP-1] The first push goes the slow way, and is announced however soon it comes.
  own.deque.request_self();
  own.next_service = 0;
}

Work Auto::has_work(Worker& me, Effort effort) {
  const SplitDeque& own = own_of(me).deque;
  if (own.public_items() != 0 || own.private_items() != 0) return Work::here;
  return raid_someone(me, effort);
}

// In a wait inside a task this thread may not run what is below its floor, but others may: all becomes public. A
// sleeper's request stays, so that the first push after the wait serves it (SLEEP-1).
void Auto::before_sleep(Worker& me, Allowed allowed) {
  TeamTasks& team = *me.thread->team;
  if (allowed == Allowed::any) {
    for (int i = 0; i < team.size; ++i) deque_of(*team.threads[i]).request();
  } else if (SplitDeque& own = own_of(me).deque; own.has_ring()) {
    own.publish(queue::Share::all);
  }
}

// What another thread holds went with it: some of it may be half taken. But nobody may steal it in the child.
template <class Visit>
void Auto::drain(TeamTasks& team, TeamThread& survivor, Visit&& visit) {
  for (int i = 0; i < team.size; ++i) {
    TeamThread& thread = *team.threads[i];
    SplitDeque& deque = deque_of(thread);
    if (!deque.has_ring()) continue;
    deque.forget_others();
    while (Task* t = deque.pop(deque.bottom() + 1))  // a floor above all: takes everything
      if (&thread == &survivor) visit(t);
  }
}

extern const Policy auto_policy;
constinit const Policy auto_policy =
    policy_entry<Auto>("auto", "a split deque for each thread, shared when somebody asks; for every program", {});

}  // namespace xomp::sched
