// auto, the default: each thread's own split deque, newest task first; a thread without work takes the oldest task of a
// victim. It asks a victim that keeps all to itself to share, and raids it when it does not answer: then that is inside
// a long task. For every program; its fast path (the push and pop of the own deque) stands in scheduler.h, find.cpp and
// core/queue/split_deque.h.
#include <algorithm>

#include "core/sched/policy.h"
#include "platform/clock.h"

namespace xomp::sched {

namespace {

constexpr std::uint32_t kRing = 2048;  // tasks that a thread may have deferred; more run at once
constexpr int kMostDug = 8;            // tasks of one victim that a constrained thread puts aside
constexpr int kPlenty = 256;           // public tasks of a victim that can hardly hand over more

// A task of a few nanoseconds is dearer to move than to run where it is: its lines go to the thief and come back. So a
// thief that is through with a task in less time than twice the theft took holds back for a microsecond. It asks no victim
// that keeps all to itself: that may be filling its deque. And if the victim has plenty, it takes nothing: the owner runs
// itself what it has no room for. Unless that is in a long task and has left its plenty behind: then its bottom stays.
class Thief {
 public:
  explicit Thief(TeamThread& thread) : own_(thread.thefts), now_(platform::ticks()) {
    if (!own_.running) return;
    const std::uint64_t took = now_ - own_.last;
    if (took < 2 * own_.usual) own_.rests_until = now_ + platform::ticks_of_a_microsecond();
    own_.was_long = took > 4 * own_.usual;
    own_.running = false;
  }
  bool asks() const { return now_ >= own_.rests_until; }
  bool takes() const { return asks() || !own_.from_plenty; }
  bool asks_ahead() const { return own_.was_long; }
  void has_stolen(const TeamThread& victim) {
    own_.last = platform::ticks();
    own_.usual += (own_.last - now_) / 8 - own_.usual / 8;
    own_.running = true;
    own_.from_plenty = victim.deque.public_items() >= kPlenty && is_moving(victim);
  }

 private:
  bool is_moving(const TeamThread& victim) {
    if (const std::uint32_t bottom = victim.deque.bottom(); bottom != own_.seen_bottom) {
      own_.seen_bottom = bottom;
      own_.moved = now_;
    }
    return now_ - own_.moved < 4 * platform::ticks_of_a_microsecond();
  }

  Thefts& own_;
  std::uint64_t now_;
};

Task* steal_from(Worker& me, TeamThread& victim, Allowed allowed) {
  if (victim.deque.public_items() == 0) return nullptr;
  if (allowed != Allowed::any && !seems_permitted(me, victim.deque.peek(), allowed)) return nullptr;
  Task* t = victim.deque.steal();
  if (t == nullptr) return nullptr;
  // [TEAM-1] With a task unfinished the victim stays where it is.
  if (victim.team != me.thread->team) [[unlikely]] {
    put_aside(*victim.team, t);
    return nullptr;
  }
  if (permitted(me, t, allowed) == nullptr) return nullptr;  // somebody was quicker and this is another task
  Counters::add(me.counters.stolen);
  // Where one was, more may be: the next sleeper should know.
  if (me.thread->team->sleepers.load(relaxed) != 0 && victim.deque.public_items() != 0)  // hints
    me.thread->team->idle_event.nudge_one();
  return t;
}

Task* steal(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  const int n = team.size;
  if (n == 1) return nullptr;
  Thief thief(thread);
  if (!thief.takes()) return nullptr;
  int victim = thread.last_victim;
  const int tries = n < 8 ? n : 8;
  for (int i = 0; i < tries; ++i) {
    if (victim != thread.number && victim < n) {
      TeamThread& v = *team.threads[victim];
      if (Task* t = steal_from(me, v, allowed)) {
        platform::prefetch(task::data_of(t));
        thread.last_victim = victim;
        thief.has_stolen(v);
        if (thief.asks_ahead() && v.deque.public_items() == 0) v.deque.ask();  // for when this one is through
        return t;
      }
      if (thief.asks() && !v.deque.is_asked() && v.deque.private_items() != 0) v.deque.ask();
    }
    victim = n <= 8 ? (victim + 1 >= n ? 0 : victim + 1) : static_cast<int>(next_random(me) % static_cast<std::uint32_t>(n));
  }
  return nullptr;
}

// A constrained thread found nothing that it may take: a task that it waits for may stand behind others at a public
// end. They go to the shared queue, where everybody may pick.
Task* dig(Worker& me, Effort effort) {
  TeamTasks& team = *me.thread->team;
  if (Task* t = take_shared(me, Allowed::descendants)) return t;
  // Dug up before and nobody wanted them yet: but those who would may all be busy for long.
  if (!team.shared.looks_empty() && effort == Effort::usual) return nullptr;
  for (int i = 0; i < team.size; ++i) {
    queue::SplitDeque<Task>& deque = team.threads[i]->deque;
    for (int n = std::min(deque.public_items(), kMostDug); n > 0; --n) {
      Task* t = deque.steal();
      if (t == nullptr) break;
      if (permitted(me, t, Allowed::descendants) != nullptr) return t;
    }
  }
  return nullptr;
}

// Somebody keeps tasks private and does not answer.
bool raid_someone(Worker& me) {
  TeamTasks& team = *me.thread->team;
  bool found = false;
  for (int i = 0; i < team.size; ++i) {
    TeamThread& victim = *team.threads[i];
    if (&victim == me.thread || victim.deque.private_items() == 0) continue;
    Counters::add(me.counters.raids);
    found = victim.deque.raid(static_cast<std::uint16_t>(me.id + 1)) || found;
  }
  return found;
}

Holder put(Worker& me, Task* t) {
  TeamThread& thread = *me.thread;
  if (thread.deque.has_ring()) return kNobody;
  auto* slots = static_cast<atomic<Task*>*>(platform::allocate_forever(kRing * sizeof(atomic<Task*>)));
  thread.deque.set_ring(slots, kRing);
  thread.deque.push(t);
  answer_question(me);  // the first push of a region goes the slow way (SLEEP-1)
  return kAnnounced;
}

Task* search(Worker& me, Allowed allowed, Effort effort) {
  raid_someone(me);
  return allowed == Allowed::any ? next_task(me, allowed) : dig(me, effort);
}

bool has_work(Worker& me) {
  TeamTasks& team = *me.thread->team;
  bool work = false;
  for (int i = 0; i < team.size && !work; ++i) {
    queue::SplitDeque<Task>& deque = team.threads[i]->deque;
    work = deque.public_items() != 0 || deque.private_items() != 0;
  }
  if (work) raid_someone(me);
  return work;
}

// In a task's wait: what is under the floor this thread may not run now; others may. A sleeper's question stays: what is
// pushed after the wait has to go the slow way (SLEEP-1).
void before_sleep(Worker& me, Allowed allowed) {
  TeamTasks& team = *me.thread->team;
  if (allowed == Allowed::any) {
    for (int i = 0; i < team.size; ++i) team.threads[i]->deque.ask();
  } else if (me.thread->deque.has_ring()) {
    me.thread->deque.publish(queue::Share::all);
  }
}

void drain(TeamTasks&, void (*)(Task*, void*), void*) {}  // core/team's fork looks at the deques itself

}  // namespace

void answer_question(Worker& me) {
  take_returned(me);  // or a loop that creates tasks would need new memory for each
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  if (!team.tasking.load(relaxed)) team.tasking.store(true, relaxed);  // [SLEEP-1] ordered by the fence below
  thread.deque.clear_question();
  platform::fence_seq_cst();  // [SLEEP-1] [ASK-1] bottom, tasking, question before sleepers; they have the other order
  thread.deque.publish(queue::Share::half);
  const std::int32_t sleepers = team.sleepers.load(relaxed);  // [SLEEP-1]
  if (sleepers == 0) return;
  team.idle_event.nudge_one();
  // The next push wakes the next one, while there are processors for more. Who is awake and finds a task asks anew.
  if (sleepers > 1 && team.size - sleepers < sleep::crowd.processors.load(relaxed)) thread.deque.ask_self();
}

constinit const Policy auto_policy{
    .name = "auto",
    .help = "a split deque for each thread, shared when somebody asks; for every program",
    .parameters = {},
    .holders_only = false,
    .by_priority = false,
    .make = nullptr,
    .put = put,
    .get = steal,
    .search = search,
    .has_work = has_work,
    .before_sleep = before_sleep,
    .drain = drain,
};

}  // namespace xomp::sched
