// auto: where a thread without tasks looks for some. In a team of few threads it looks at all the others. In a larger
// team it looks at a few places only, because each look takes lines from threads that work.
#include <algorithm>

#include "core/sched/policies/auto/pace.h"
#include "platform/probe.h"

namespace xomp::sched::automatic {

namespace {

constexpr int kMostDug = 8;       // tasks of one victim that a constrained thread spills
constexpr int kMostFollowed = 8;  // looks of a constrained thread at the threads that have its children
constexpr int kHops = 2;          // of these looks for one child
constexpr int kUnaskedTries = 4;  // looks at random besides
constexpr int kTries = 8;         // looks of a thread among many, in one round
constexpr int kNearTries = 3;     // of these at threads of its own cluster, if it may run anything

int take_from(Worker& me, SplitDeque& victim, Allowed allowed, Task** tasks, int& left) {
  const bool few = !is_many(*me.thread->team);
  const int most = few || allowed != Allowed::any ? 1 : kMostTogether;
  return victim.steal_half(tasks, most, few ? SplitDeque::kUnnamed : me.thread->number, &left);
}

// Keeps what was taken together with the task that runs first. None of it must run here and now, or that task would
// wait.
void keep(Worker& me, Task* const* tasks, int n) {
  TeamThread& thread = *me.thread;
  SplitDeque& own = deque_of(me);
  if (n > 0 && !own.has_ring()) own_of(me).deques.make_ring();
  for (int i = 0; i < n; ++i) {
    const queue::PushResult result = own.push(tasks[i]);
    if (result == queue::PushResult::pushed_and_requested) serve(me);
    else if (result == queue::PushResult::full) spill(*thread.team, tasks[i]);
  }
  if (n == 0) return;
  own.publish(queue::Share::all);  // this thread may be in the first one for long
  atomic<std::int32_t>& near = cluster_of(thread).producer;
  if (near.load(relaxed) != thread.number) near.store(thread.number, relaxed);  // hint
}

// Takes a task of this deque of the victim's, or returns nullptr. `left`: how many public tasks remain there, if it
// returns one.
Task* steal_from(Worker& me, TeamThread& victim, SplitDeque& deque, Allowed allowed, int& left) {
  if (deque.public_items() == 0) return nullptr;  // most looks among many are vain: they take one line of the deque's
  std::uint32_t changes = 0;
  bool by_root = false;
  if (allowed != Allowed::any) {
    changes = deque.changes();
    by_root = seems_permitted(me, deque.root(), allowed);
    if (!by_root && !seems_permitted(me, deque.peek(), allowed)) return nullptr;
  }
  Task* tasks[kMostTogether];
  const int n = take_from(me, deque, allowed, tasks, left);
  if (n == 0) return nullptr;
  // [TEAM-1] Because one of its tasks is unfinished, the victim stays where it is.
  if (victim.team != me.thread->team) [[unlikely]] {
    for (int i = 0; i < n; ++i) spill(*victim.team, tasks[i]);
    return nullptr;
  }
  Task* const t = tasks[0];
  by_root = by_root && deque.changes() == changes;                       // [ROOT-1]
  if (!by_root && permitted(me, t, allowed) == nullptr) return nullptr;  // another thread was quicker
  Counters::add(me.counters.stolen, static_cast<std::uint64_t>(n));
  platform::probe::steal(me.thread->team, me.thread->number, n);
  keep(me, tasks + 1, n - 1);
  // Each thief wakes the next one as long as tasks are left, so the producer need not wake them all.
  if (left != 0) notify_one_more(*me.thread->team);  // hint
  return t;
}

// A constrained thread looks at the victim's newest deque first, because that one is most likely to have descendants
// alone. Another thread takes the oldest task.
Task* steal_from_any(Worker& me, TeamThread& victim, Allowed allowed, Thief& thief, int& left) {
  Deques& deques = deques_of(victim);
  const int count = deques.count();
  for (int i = 0; i < count; ++i) {
    SplitDeque& deque = deques.at(allowed == Allowed::any ? i : count - 1 - i);
    if (Task* t = steal_from(me, victim, deque, allowed, left)) {
      own_of(me).vain_looks = 0;
      thief.has_stolen(deque, left);
      return t;
    }
  }
  return nullptr;
}

// Takes what can be taken from one victim. Otherwise it leaves a request, also with a victim that has nothing, since
// that one may run its new tasks in place until a thief wants some.
Task* try_victim(Worker& me, int number, Allowed allowed, Thief& thief) {
  TeamThread& thread = *me.thread;
  TeamThread& victim = *thread.team->threads[number];
  if (&victim == &thread) return nullptr;
  int left;
  if (Task* t = steal_from_any(me, victim, allowed, thief, left)) {
    own_of(me).last_victim = number;
    if (thief.asks_ahead() && left == 0) deques_of(victim).request(thief.wanted());  // for when this task is over
    return t;
  }
  if (thief.asks()) deques_of(victim).request(thief.wanted());
  return nullptr;
}

Task* try_all(Worker& me, Allowed allowed, Thief& thief) {
  const int n = me.thread->team->size;
  int victim = own_of(me).last_victim < n ? own_of(me).last_victim : 0;
  for (int i = 0; i < n; ++i, victim = victim + 1 < n ? victim + 1 : 0)
    if (Task* t = try_victim(me, victim, allowed, thief)) return t;
  return nullptr;
}

Task* try_random(Worker& me, Allowed allowed, Thief& thief, int tries) {
  const auto n = static_cast<std::uint32_t>(me.thread->team->size);
  for (; tries > 0; --tries)
    if (Task* t = try_victim(me, static_cast<int>(next_random(me) % n), allowed, thief)) return t;
  return nullptr;
}

// Looks at random at threads of this thread's cluster: most often their lines are nearer. The team may have another size by now than the
// one that this thread got its number in, and then the cluster may be empty.
Task* try_near(Worker& me, Thief& thief, int tries) {
  const int n = me.thread->team->size, cluster = cluster_number(me.thread->number, n);
  const auto begin_of = [n](int c) { return (c * n + Auto::kClusters - 1) / Auto::kClusters; };
  const int first = begin_of(cluster), end = begin_of(cluster + 1);
  if (first == end) return nullptr;
  const auto numbers = static_cast<std::uint32_t>(end - first);
  for (; tries > 0; --tries)
    if (Task* t = try_victim(me, first + static_cast<int>(next_random(me) % numbers), Allowed::any, thief)) return t;
  return nullptr;
}

// For a constrained thread among many. What it may run descends from the children that were stolen from it. So it looks
// at the thieves that took them, oldest child first, and at the threads that stole from these. Returns how many looks
// are left.
int follow_children(Worker& me, Thief& thief, Task*& found) {
  TeamThread& thread = *me.thread;
  const int n = thread.team->size;
  const SplitDeque& own = deque_of(me);
  const int stolen = own.stolen_from(thread.floor);
  int left = kMostFollowed;
  for (int child = 0; child < stolen && left > 0; ++child) {
    int number = own.thief_of(thread.floor + static_cast<SplitDeque::Index>(child));
    for (int hop = 0; hop < kHops && left > 0 && number >= 0 && number < n; ++hop, --left) {
      found = try_victim(me, number, Allowed::descendants, thief);
      if (found != nullptr) return left;
      number = deques_of(*thread.team->threads[number]).seen_newest().last_thief();
    }
  }
  return left;
}

// Looks at random, since descendants may be everywhere. It sends no request: what the victim would share is most
// likely not for this thread.
Task* try_random_unasked(Worker& me, Thief& thief) {
  TeamThread& thread = *me.thread;
  for (int i = 0; i < kUnaskedTries; ++i) {
    TeamThread& victim =
        *thread.team->threads[static_cast<int>(next_random(me) % static_cast<std::uint32_t>(thread.team->size))];
    if (&victim == &thread) continue;
    int left;
    if (Task* t = steal_from_any(me, victim, Allowed::descendants, thief, left)) return t;
  }
  return nullptr;
}

Task* steal_constrained(Worker& me, Thief& thief) {
  Task* t = nullptr;
  const int left = follow_children(me, thief, t);
  if (t != nullptr) return t;
  // There was no child to follow, because they have been put elsewhere, or a thief has not left its mark yet.
  return left == kMostFollowed ? try_random(me, Allowed::descendants, thief, kTries) : try_random_unasked(me, thief);
}

// Steals from the one thread that makes all the tasks. If every thread tried, they would take the deque's word from the
// producer and from each other, mostly in vain. So one thread of each cluster goes there at a time, and takes some tasks
// for the others. If that thread loses its processor, another one goes after kAway.
Task* try_producer(Worker& me, int producer, Thief& thief) {
  constexpr std::uint64_t kAway = 2;  // microseconds
  Cluster& cluster = cluster_of(*me.thread);
  std::uint64_t until = cluster.away_until.load(relaxed);  // hint, as below
  if (thief.now() < until) return nullptr;
  const std::uint64_t back = thief.now() + kAway * platform::ticks_of_a_microsecond();
  if (!cluster.away_until.compare_exchange_strong(until, back, relaxed, relaxed)) return nullptr;
  Task* const t = try_victim(me, producer, Allowed::any, thief);
  cluster.away_until.store(t != nullptr ? 0 : thief.now() + platform::ticks_of_a_microsecond(), relaxed);
  return t;
}

Task* steal_freely(Worker& me, Thief& thief) {
  TeamThread& thread = *me.thread;
  const int n = thread.team->size;
  const int producer = object_of<Auto>(*thread.team).producer.load(relaxed);  // hint
  const int near = cluster_of(thread).producer.load(relaxed);                 // hint
  const int last = own_of(me).last_victim;
  if (last < n && last != producer)
    if (Task* t = try_victim(me, last, Allowed::any, thief)) return t;
  if (near < n && near != producer && near != last)
    if (Task* t = try_victim(me, near, Allowed::any, thief)) return t;
  if (producer < n && producer != thread.number)
    if (Task* t = try_producer(me, producer, thief)) return t;
  if (Task* t = try_near(me, thief, kNearTries)) return t;
  return try_random(me, Allowed::any, thief, kTries - 1 - kNearTries);
}

// Returns how many tasks stand before the first one at the public end that this constrained thread may run, or -1. A
// hint.
int tasks_before_own(Worker& me, const SplitDeque& deque) {
  for (int n = std::min(deque.public_items(), kMostDug), i = 0; i < n; ++i)
    if (may_be_waited_for(me, deque.peek(i))) return i;
  return -1;
}

Task* dig_in(Worker& me, SplitDeque& deque) {
  for (int n = tasks_before_own(me, deque); n >= 0; --n) {
    Task* t = deque.steal();
    if (t == nullptr) break;
    if (permitted(me, t, Allowed::descendants) != nullptr) return t;
  }
  return nullptr;
}

}  // namespace

Task* steal(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  const int n = thread.team->size;
  if (n == 1) return nullptr;
  Auto::Thread& own = own_of(me);
  if (own.skipped_looks != 0) {
    --own.skipped_looks;
    return nullptr;
  }
  Thief thief(own);
  if (!thief.takes()) return nullptr;
  if (!is_many(*thread.team)) return try_all(me, allowed, thief);
  if (Task* t = allowed == Allowed::any ? steal_freely(me, thief) : steal_constrained(me, thief)) return t;
  // Each look takes lines from threads that work. So the more threads may be looking, the less often each looks.
  own.skipped_looks = own.vain_looks < n / thread.team->few ? ++own.vain_looks : own.vain_looks;
  return nullptr;
}

Task* dig(Worker& me, Effort effort) {
  TeamTasks& team = *me.thread->team;
  // Where there are many threads, each would dig, and all would meet at the shared queue. They have looked there in
  // passing, so few of them dig.
  const bool many = is_many(team);
  if (many && effort == Effort::usual) return nullptr;
  if (Task* t = take_shared(me, Allowed::descendants, effort)) return t;
  // Tasks were dug up before, and no thread has wanted them yet. So more are not needed. But the threads that would
  // want them may all be busy for long.
  if (effort == Effort::usual && !team.shared.looks_empty()) return nullptr;
  int i = many ? static_cast<int>(next_random(me) % static_cast<std::uint32_t>(team.size)) : 0;
  for (int victims = team.size; victims > 0; --victims, i = i + 1 < team.size ? i + 1 : 0) {
    Deques& deques = deques_of(*team.threads[i]);
    for (int level = deques.count() - 1; level >= 0; --level)
      if (Task* t = dig_in(me, deques.at(level))) return t;
  }
  return nullptr;
}

}  // namespace xomp::sched::automatic
