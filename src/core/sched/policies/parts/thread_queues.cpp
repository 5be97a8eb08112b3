// The owner's part in the policies over XQueues.
#include "core/sched/policies/parts/thread_queues.h"

#include <bit>

#include "platform/node_memory.h"
#include "topology/machine.h"

namespace xomp::sched {

ThreadQueues::ThreadQueues(int threads, int capacity, int kept_too)
    : threads_(threads),
      own_(
          static_cast<Own*>(platform::allocate_forever(static_cast<std::size_t>(threads) * sizeof(Own), alignof(Own)))),
      creators_(static_cast<atomic<std::uint16_t>*>(
          platform::allocate_forever(static_cast<std::size_t>(threads) * sizeof(atomic<std::uint16_t>)))) {
  for (int i = 0; i < threads; ++i) {
    new (&creators_[i]) atomic<std::uint16_t>{0};
    new (&own_[i]) Own(kMostKept + static_cast<std::uint32_t>(kept_too));
    own_[i].turn = static_cast<std::uint32_t>(i);
    own_[i].queue.set_up(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(threads),
                         std::bit_ceil(static_cast<std::uint32_t>(capacity)),
                         [](std::size_t bytes) { return platform::allocate_forever(bytes); });
  }
}

void* ThreadQueues::allocate_near(Worker& me, int target, std::size_t bytes) {
  const topology::Machine& machine = topology::machine();
  if (machine.count_of(topology::Layer::numa_domain) <= 1) return platform::try_allocate_forever(bytes);
  const int processor = me.thread->team->threads[target]->processor.load(relaxed);                     // hint
  const int domain = processor >= 0 ? machine.domain_of(processor) : own_[target].node.load(relaxed);  // hint
  return platform::node_memory.allocate(bytes, domain >= 0 ? machine.system_node(domain) : -1);
}

Task* ThreadQueues::get(Worker& me, Allowed allowed) {
  Own& own = own_of(me);
  own.role.note_look();
  Task* const t = get(me, own, allowed);
  say_inside(own, allowed == Allowed::any ? nullptr : t != nullptr ? kTakesNone : me.current);
  return t;
}

Task* ThreadQueues::get(Worker& me, Own& own, Allowed allowed) {
  const InRole role(own.role);
  if (!role) return nullptr;
  const auto may_run = [&](const Task* t) { return is_permitted(me, t, allowed); };
  if (!own.kept.empty())
    if (Task* t = own.kept.take_newest(may_run, 1)) return t;
  for (int i = 0; i < kMostTurnedAway && !own.kept.full(); ++i) {
    Task* const t = own.queue.take();
    if (t == nullptr) break;
    if (may_run(t)) [[likely]]
      return t;
    turn_away(me, own, t);
  }
  return own.kept.empty() ? nullptr : own.kept.take_newest(may_run, kMostLooks);
}

bool ThreadQueues::next_has_enough(Worker& me) {
  Own& own = own_of(me);
  const int next = static_cast<int>(own.turn + 1);
  const int in_turn = next < me.thread->team->size ? next : 0;
  const int target = may_want(in_turn, me.current) ? in_turn : me.thread->number;
  if (target == me.thread->number)
    if (const InRole role(own.role); role && own.kept.size() >= kEnough) return true;
  return own_[target].queue.holds_at_least(number(me), kEnough);
}

bool ThreadQueues::has_work(Worker& me) {
  Own& own = own_of(me);
  const InRole role(own.role);
  return !role || !own.kept.empty() || !own.queue.looks_empty();
}

Task* ThreadQueues::take_for(Worker& me, int thief) {
  Own& own = own_of(me);
  const Task* const waiting = waits_in(thief);
  if (waiting == kTakesNone) return nullptr;  // it has found something, or is away
  const InRole role(own.role);
  if (!role) return nullptr;
  const auto may_run = [waiting](const Task* t) { return waiting == nullptr || seems_to_descend(t, waiting); };
  if (Task* t = own.kept.take_oldest(may_run, kMostLooks)) return t;
  for (std::uint32_t i = 0; i < kMostLooks && !own.kept.full(); ++i) {
    Task* const t = own.queue.take();
    if (t == nullptr || may_run(t)) return t;
    own.kept.add(t);
  }
  return nullptr;
}

int ThreadQueues::give(Worker& me, int thief, int most) {
  int given = 0;
  while (given < most) {
    Task* const t = take_for(me, thief);
    if (t == nullptr) break;
    if (!hand_over(me, thief, t)) {
      turn_away(me, t);
      break;
    }
    ++given;
  }
  return given;
}

bool ThreadQueues::keep(Worker& me, Task* t, std::uint32_t most) {
  Own& own = own_of(me);
  const InRole role(own.role);
  if (!role || own.kept.size() >= most) return false;
  own.kept.add(t);
  return true;
}

bool ThreadQueues::hand_over(Worker& me, int target, Task* t) {
  if (!put(me, target, t)) return false;
  Counters::add(me.counters.moved);
  sleep::fence_after_putting();  // [POLICY-1] as in announce
  wake_holder(*me.thread->team, target);
  return true;
}

void ThreadQueues::turn_away(Worker& me, Task* t) {
  Own& own = own_of(me);
  if (const InRole role(own.role); role && !own.kept.full()) return turn_away(me, own, t);
  spill(*me.thread->team, t);
}

void ThreadQueues::turn_away(Worker& me, Own& own, Task* t) {
  const int creator = creator_of(me, t);
  if (creator >= 0 && creator != me.thread->number && own_[creator].inside.load(relaxed) != nullptr &&  // hint
      hand_over(me, creator, t))
    return;
  own.kept.add(t);
}

// Returns the number in this team of the thread that created the task; -1: it is not in this team.
int ThreadQueues::creator_of(Worker& me, const Task* t) const {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  if (t->owner == me.id) return thread.number;
  const int n = team.size < threads_ ? static_cast<int>(team.size) : threads_;
  // Workers of a team often have ids in the order of their numbers, so that is looked at first. Otherwise it is where
  // it was last time.
  const auto is_creator = [&](int number) {
    return team.threads[number]->worker.load(acquire)->id == t->owner;  // [TEAM-1]
  };
  const int guess = thread.number + t->owner - me.id;
  if (guess >= 0 && guess < n && is_creator(guess)) return guess;
  atomic<std::uint16_t>& noted = creators_[t->owner % static_cast<std::uint32_t>(threads_)];
  const int before = noted.load(relaxed);  // hint
  if (before < n && is_creator(before)) return before;
  for (int i = 0; i < n; ++i) {
    if (!is_creator(i)) continue;
    noted.store(static_cast<std::uint16_t>(i), relaxed);  // as above
    return i;
  }
  return -1;
}

void ThreadQueues::wake_a_thief(Worker& me) {
  if (++own_of(me).taken % kTasksPerLook == 0 && has_work(me)) notify_one_more(*me.thread->team);
}

template <class Take>
bool ThreadQueues::give_up(Worker& me, Take&& take) {
  Own& own = own_of(me);
  TeamTasks& team = *me.thread->team;
  bool any = false;
  {
    const InRole role(own.role);
    if (!role) return false;
    while (Task* t = take(own)) {
      team.shared.put(t, 0);
      any = true;
    }
  }
  if (any) wake_idle(team);  // [SLEEP-1] as in spill
  return any;
}

bool ThreadQueues::give_up_kept(Worker& me) {
  return give_up(me, [](Own& own) { return own.kept.take_oldest(); });
}

void ThreadQueues::give_up(Worker& me) {
  say_inside(own_of(me), kTakesNone);  // until its next get()
  give_up(me, [](Own& own) {
    Task* const t = own.kept.take_oldest();
    return t != nullptr ? t : own.queue.take();
  });
}

}  // namespace xomp::sched
