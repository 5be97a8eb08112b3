// auto, the default: each thread has a split deque and runs its newest task first. A thread without work takes the
// oldest task of a victim. It sends a steal request to a victim that keeps all to itself, and raids one that does not
// serve the request, since that is inside a long task. For every program. Source: split deques of Dinan et al. (2009)
// and Lace (van Dijk and van de Pol 2014), steal requests of Acar et al. (2013); how it came about:
// docs/decisions/accepted/auto.md.
#include "core/sched/policies/auto/auto.h"

namespace xomp::sched {

namespace automatic {

namespace {

// Does what push() has not done. The first push of a region comes here, because begin_region() leaves a request of the
// thread's own.
[[gnu::noinline]] Holder put_slowly(Worker& me, Task* t, queue::PushResult result) {
  if (result == queue::PushResult::full) {
    if (deque_of(me).has_ring()) return kNoRoom;
    own_of(me).deques.make_ring();
    deque_of(me).push(t);
  }
  serve(me);
  return kAnnounced;
}

}  // namespace

}  // namespace automatic

using namespace automatic;

inline Holder Auto::put(Worker& me, Task* t) {
  const queue::PushResult result = deque_of(me).push(t);
  if (result == queue::PushResult::pushed) [[likely]]
    return kAnnounced;
  return put_slowly(me, t, result);
}

// [ASK-1] [SLEEP-1] The request stays. A thread that is about to sleep counts itself, passes a heavy fence and looks at the deque. So
// either this thread sees it, or it sees the task. The thread's first task of a region takes the usual way, because sleepers that
// saw no `tasking` have passed no fence.
inline bool Auto::put_quietly(Worker& me, Task* t) {
  const queue::PushResult result = deque_of(me).push(t);
  if (result == queue::PushResult::pushed) return true;
  const TeamTasks& team = *me.thread->team;
  const bool may_wait = result == queue::PushResult::pushed_and_requested &&
                        me.thread->created.load(relaxed) > 1 &&                          // own
                        team.tasking.load(relaxed) && team.sleepers.load(relaxed) == 0;  // after the push's light fence
  return may_wait || put_slowly(me, t, result) != kNoRoom;
}

inline bool Auto::put_ready(Worker& me, Task* t, bool is_next) {
  SplitDeque& deque = deque_of(me);
  const queue::PushResult result = deque.push(t);
  if (result == queue::PushResult::pushed) return true;
  if (result == queue::PushResult::pushed_and_requested && is_next && deque.private_items() <= 1) return true;
  return put_slowly(me, t, result) != kNoRoom;
}

inline Task* Auto::pop(Worker& me, Allowed) {
  SplitDeque& deque = deque_of(me);
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
  // One theft changes little here, because the next thief that finds no task sends a request.
  if (own.deques.newest().holds_unrequested(own.enough)) return Grant::until_requested;
  need_fewer(*me.thread);
  return Grant::none;
}

// Requests are the caller's to look at.
Grant Auto::grant_range(Worker& me) { return deque_of(me).items() > 0 ? Grant::until_requested : Grant::none; }

inline void Auto::share(Worker& me, Going where) {
  // In a large team few of the threads in timed waits look at just this one. So it leaves a request for itself.
  if (where == Going::leaving_ready && is_many(*me.thread->team) && deque_of(me).private_items() != 0)
    deque_of(me).request_self();
  if (!deque_of(me).must_share()) [[likely]]
    return;
  if (where == Going::into_task) serve_before_task(me);
  else serve(me);
}

bool Auto::is_requested(Worker& me) { return own_of(me).deques.is_requested(); }

Auto::Apart::Apart(Worker& me, Task* t) : me_(me) {
  if (t->has(task::kUntied)) return;  // while it waits the thread may put anything (SUSPEND-1)
  Deques& deques = own_of(me).deques;
  const bool is_empty = deques.newest().items() == 0;
  opened_ = !is_empty && deques.open();
  rooted_ = is_empty || opened_;
  if (!rooted_) return;
  root_before_ = deques.newest().root();
  deques.newest().set_root(t);
}

Auto::Apart::~Apart() {
  if (rooted_) own_of(me_).deques.newest().set_root(root_before_);  // [ROOT-1]
  if (opened_) bring_back();
}

// What the task has left descends from the task that waits here, as does what that one has put itself. So both may lie
// in one deque (FLOOR-1).
void Auto::Apart::bring_back() {
  Deques& deques = own_of(me_).deques;
  Task* left[kMostTogether];
  SplitDeque& apart = deques.newest();
  SplitDeque& before = deques.at(deques.count() - 2);
  apart.publish(queue::Share::all);
  while (const int n = apart.steal_half(left, kMostTogether))
    for (int i = 0; i < n; ++i)
      if (before.push(left[i]) == queue::PushResult::full) spill(*me_.thread->team, left[i]);
  deques.close();
  if (deque_of(me_).must_share()) serve(me_);
}

// [SUSPEND-1] The newest deque has no root meanwhile [ROOT-1], and what is put into it leaves it again [FLOOR-1].
Task* Auto::freeze(Worker& me) {
  SplitDeque& deque = deque_of(me);
  Task* const root = deque.root();
  if (root != nullptr) deque.set_root(nullptr);
  return root;
}
void Auto::thaw(Worker& me, std::uint32_t position, Task* frozen) {
  SplitDeque& deque = deque_of(me);
  while (Task* const t = deque.pop(position)) spill(*me.thread->team, t);
  if (frozen != nullptr) deque.set_root(frozen);
}

void Auto::begin_region(Worker& me) {
  Thread& own = own_of(me);
  // [SLEEP-1] The first push must go the slow way, so that it is announced however soon it comes.
  own.deques.newest().request_self();
  own.next_service = 0;
}

Work Auto::has_work(Worker& me, Effort effort) {
  const Deques& own = own_of(me).deques;
  if (own.public_items() != 0 || own.private_items() != 0) return Work::here;
  return raid_someone(me, effort);
}

// In a wait inside a task this thread may not run what is below its floor, but other threads may. So all of it becomes
// public. A sleeper's request stays, so that the first push after the wait serves it (SLEEP-1).
void Auto::before_sleep(Worker& me, Allowed allowed) {
  TeamTasks& team = *me.thread->team;
  if (allowed == Allowed::any) {
    for (int i = 0; i < team.size; ++i) deques_of(*team.threads[i]).request();
  } else if (SplitDeque& own = deque_of(me); own.has_ring()) {
    own.publish(queue::Share::all);
  }
}

// What another thread holds went with it, because some of it may be half taken. But the child has no other thread that
// could steal it.
template <class Visit>
void Auto::drain(TeamTasks& team, TeamThread& survivor, Visit&& visit) {
  for (int i = 0; i < team.size; ++i) {
    TeamThread& thread = *team.threads[i];
    Deques& deques = deques_of(thread);
    for (int level = 0; level < deques.count(); ++level) {
      SplitDeque& deque = deques.at(level);
      if (!deque.has_ring()) continue;
      deque.forget_others();
      while (Task* t = deque.pop(deque.bottom() + 1))  // a floor above all: takes everything
        if (&thread == &survivor) visit(t);
    }
  }
}

extern const Policy auto_policy;
constinit const Policy auto_policy =
    policy_entry<Auto>("auto", "a split deque for each thread, shared when somebody asks; for every program", {});

}  // namespace xomp::sched
