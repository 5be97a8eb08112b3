// auto: the victim's side. A thread that makes or takes tasks serves the requests of thieves, keeps as many tasks ready
// as they need, and wakes sleepers.
//
// Where there are many threads, a thread that makes tasks need not wake each of them itself: those that it has woken
// wake others. Nor need it serve each request: in two microseconds it has more to share, and fewer thieves get in its
// way. A request that it leaves stays. While a thread sleeps without a limit it serves all requests; a thread in a timed wait
// looks again after its timed wait.
#include <algorithm>

#include "core/sched/policies/auto/auto.h"
#include "platform/clock.h"

namespace xomp::sched::automatic {

namespace {

constexpr std::uint64_t kWakePause = 10, kServicePause = 2;  // microseconds

bool is_time(const TeamThread& thread, std::uint64_t& next, std::uint64_t pause) {
  const TeamTasks& team = *thread.team;
  if (!is_many(team) || sleep::oversubscribed() || team.long_sleepers.load(relaxed) != 0)
    return true;  // [SLEEP-1] as sleepers
  const std::uint64_t now = platform::ticks();
  if (now < next) return false;
  next = now + pause * platform::ticks_of_a_microsecond();
  return true;
}

// Many thieves empty the deque faster than it is filled. So more tasks are put into it, deeper ones, too, before this
// thread runs any where it creates them. If no further requests come, need_fewer() takes that back. It is not done
// while the process is oversubscribed: a thread that takes a task may lose its processor with it.
constexpr std::int32_t kMostEnough = 64;

void need_more(TeamThread& thread, queue::Request request) {
  Auto::Thread& own = part_of<Auto>(thread);
  if (request != queue::Request::many && !is_many(*thread.team)) return;
  if (own.deques.newest().items_at_most() >= own.enough || sleep::oversubscribed()) return;
  if (own.enough < kMostEnough) own.enough *= 2;
  own.enough_since = thread.created.load(relaxed);  // its own
}

// Sees to it that a thread which makes tasks does so for three quarters of its time at least. A service that took
// longer than kLongest must have lost its processor, so it does not count.
void rest_from_service(Auto::Thread& own, std::uint64_t began) {
  constexpr std::uint64_t kLongest = 20;  // microseconds
  const std::uint64_t now = platform::ticks();
  const std::uint64_t rest = std::min(3 * (now - began), kLongest * platform::ticks_of_a_microsecond());
  own.next_service = std::max(own.next_service, now + rest);
}

void share(Worker& me, queue::Share what) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  SplitDeque& deque = deque_of(me);
  deque.prefetch_word();
  if (!team.tasking.load(relaxed)) team.tasking.store(true, relaxed);  // [SLEEP-1] ordered by the fence below
  const queue::Request request = deque.take_request();
  platform::fence_seq_cst();  // [SLEEP-1] [ASK-1] bottom, tasking, request before sleepers; they have the other order
  if (deque.publish(what) >= kMostTogether) note_producer(team, thread);
  need_more(thread, request);
  // Memory for the next tasks comes back meanwhile.
  if (is_many(team)) take_some_returned(me);
  else take_returned(me);
}

// Called after share(), which has passed the fence that SLEEP-1 needs.
void notify_one(Worker& me) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  Auto::Thread& own = own_of(me);
  const std::int32_t sleepers = team.sleepers.load(relaxed);  // [SLEEP-1]
  if (sleepers == 0) return;
  if (!is_time(thread, own.next_wake, kWakePause)) return own.deques.newest().request_self();
  // A thread that makes tasks will have more, so it is worth noting. One that has only taken some will not.
  if (thread.created.load(relaxed) > thread.finished.load(relaxed)) note_producer(team, thread);  // own
  // [CROWD-1] While nobody watches, one is told in any case, because the tasks may be the region's first.
  const bool needed = needs_more(team);
  if (needed || !team.watched.load(relaxed)) team.idle_event.notify_one();
  // The next push wakes the next thread, as long as there are processors for more. A thread that is awake and finds a
  // task sends a request of its own.
  if (sleepers > 1 && needed) own.deques.newest().request_self();
}

}  // namespace

void need_fewer(TeamThread& thread) {
  Auto::Thread& own = part_of<Auto>(thread);
  if (own.enough == kLeastEnough) [[likely]]
    return;
  const std::uint64_t created = thread.created.load(relaxed);  // its own
  if (created - own.enough_since < 2 * static_cast<std::uint64_t>(own.enough)) return;
  own.enough /= 2;
  own.enough_since = created;
}

void serve(Worker& me) {
  TeamThread& thread = *me.thread;
  Auto::Thread& own = own_of(me);
  if (!is_time(thread, own.next_service, kServicePause)) return;
  const std::uint64_t began = is_many(*thread.team) ? platform::ticks() : 0;
  share(me, queue::Share::half);
  if (began != 0) rest_from_service(own, began);
  notify_one(me);
  // The rest of some siblings must be shared, too, before this thread goes into the last of them. For two it would not
  // pay.
  constexpr std::int32_t kSeveral = 4;
  if (began != 0 && own.siblings >= kSeveral && own.siblings < kMostEnough) own.deques.newest().request_self();
}

void serve_before_task(Worker& me) {
  own_of(me).siblings = me.current->children();
  // After a flat loop the half that is not shared would be kept for as long as this task takes. So all of it is shared.
  const bool made_many = is_many(*me.thread->team) && me.current->children() >= kMostEnough;
  share(me, made_many ? queue::Share::all : queue::Share::half);
  notify_one(me);
}

}  // namespace xomp::sched::automatic
