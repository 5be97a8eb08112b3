// auto, the default: each thread's own split deque, newest task first; a thread without work takes the oldest task of a
// victim. It asks a victim that keeps all to itself to share, and raids it when it does not answer: then that is inside
// a long task. For every program; its fast path (the push and pop of the own deque) stands in scheduler.h, find.cpp and
// core/queue/split_deque.h.
#include <algorithm>
#include <climits>

#include "core/sched/policy.h"
#include "core/sleep/shared_fence.h"
#include "platform/clock.h"

namespace xomp::sched {

namespace {

using SplitDeque = queue::SplitDeque<Task>;

constexpr std::uint32_t kRing = 2048;  // tasks that a thread may have deferred; more run at once
constexpr int kMostDug = 8;            // tasks of one victim that a constrained thread puts aside
constexpr int kMostFollowed = 8;       // looks of a constrained thread at those who have its children, and
constexpr int kHops = 2;               // of these for one child
constexpr int kUnaskedTries = 4;       // looks at random besides
constexpr int kTries = 8;              // looks of a thread among many, in one round
constexpr int kPlenty = 256;           // public tasks of a victim that can hardly hand over more

// A task of a few nanoseconds is dearer to move than to run where it is: its lines go to the thief and come back. So a
// thief that is through with a task in less time than twice the theft took holds back for a microsecond. It asks no
// victim that keeps all to itself: that may be filling its deque. And if the victim has plenty, it takes nothing: the
// owner runs itself what it has no room for. Unless that is in a long task and has left its plenty behind: then its
// bottom stays.
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
  std::uint64_t now() const { return now_; }  // when it began to look, in ticks
  // `left`: so many tasks, for whoever comes next.
  void has_stolen(const TeamThread& victim, int left) {
    own_.last = platform::ticks();
    own_.usual += (own_.last - now_) / 8 - own_.usual / 8;
    own_.running = true;
    own_.from_plenty = left >= kPlenty && is_moving(victim);
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

// A thread that may run anything takes several tasks at once where many threads look for some: the others then find
// them here, and not all at the victim's end.
constexpr int kMostTogether = 16;

// Where many look, most find nothing at random if one has all.
void note_rich(TeamTasks& team, const TeamThread& thread) {
  if (is_many(team) && team.rich.load(relaxed) != thread.number) team.rich.store(thread.number, relaxed);  // hint
}

Vicinity& vicinity_of(const TeamThread& thread) {
  const TeamTasks& team = *thread.team;
  return thread.team->vicinities[thread.number * kVicinities / team.size % kVicinities];
}

int take_from(Worker& me, TeamThread& victim, Allowed allowed, Task** tasks, int& left) {
  const bool few = !is_many(*me.thread->team);
  const int most = few || allowed != Allowed::any ? 1 : kMostTogether;
  return victim.deque.steal_half(tasks, most, few ? SplitDeque::kUnnamed : me.thread->number, &left);
}

void make_ring(TeamThread& thread) {
  auto* slots = static_cast<atomic<Task*>*>(platform::allocate_forever(kRing * sizeof(atomic<Task*>)));
  thread.deque.set_ring(slots, kRing);
}

// What was taken together with the task that runs first. Nothing of it runs here and now: that task would wait for it.
void keep(Worker& me, Task* const* tasks, int n) {
  TeamThread& thread = *me.thread;
  if (n > 0 && !thread.deque.has_ring()) make_ring(thread);
  for (int i = 0; i < n; ++i) {
    const queue::PushResult result = thread.deque.push(tasks[i]);
    if (result == queue::PushResult::pushed_and_asked) answer_question(me);
    else if (result == queue::PushResult::full) put_aside(*thread.team, tasks[i]);
  }
  if (n == 0) return;
  thread.deque.publish(queue::Share::all);  // this thread may be in the first one for long
  atomic<std::int32_t>& near = vicinity_of(thread).rich;
  if (near.load(relaxed) != thread.number) near.store(thread.number, relaxed);  // hint
}

// `left`: how many public tasks it left there, if it returns one. Where many meet each look at the victim's word
// counts.
Task* steal_from(Worker& me, TeamThread& victim, Allowed allowed, int& left) {
  if (allowed != Allowed::any && !seems_permitted(me, victim.deque.peek(), allowed)) return nullptr;
  Task* tasks[kMostTogether];
  const int n = take_from(me, victim, allowed, tasks, left);
  if (n == 0) return nullptr;
  // [TEAM-1] With a task unfinished the victim stays where it is.
  if (victim.team != me.thread->team) [[unlikely]] {
    for (int i = 0; i < n; ++i) put_aside(*victim.team, tasks[i]);
    return nullptr;
  }
  Task* const t = tasks[0];
  if (permitted(me, t, allowed) == nullptr) return nullptr;  // somebody was quicker and this is another task
  Counters::add(me.counters.stolen, static_cast<std::uint64_t>(n));
  keep(me, tasks + 1, n - 1);
  // Where one was, more may be: the next sleeper should know.
  if (left != 0 && me.thread->team->sleepers.load(relaxed) != 0) me.thread->team->idle_event.wake_one();  // hints
  return t;
}

// One victim: what can be taken there, or a question.
Task* try_victim(Worker& me, int number, Allowed allowed, Thief& thief) {
  TeamThread& thread = *me.thread;
  TeamThread& victim = *thread.team->threads[number];
  if (&victim == &thread) return nullptr;
  int left;
  if (Task* t = steal_from(me, victim, allowed, left)) {
    platform::prefetch(task::data_of(t));
    thread.last_victim = number;
    thread.vain_looks = 0;
    thief.has_stolen(victim, left);
    if (thief.asks_ahead() && left == 0) victim.deque.ask();  // for when this one is through
    return t;
  }
  if (thief.asks() && !victim.deque.is_asked() && victim.deque.private_items() != 0) victim.deque.ask();
  return nullptr;
}

Task* try_all(Worker& me, Allowed allowed, Thief& thief) {
  const int n = me.thread->team->size;
  int victim = me.thread->last_victim < n ? me.thread->last_victim : 0;
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

// A constrained thread among many: what it may run descends from the children that were stolen from it. It looks at
// those who took them, oldest first, and at who stole from these. Returns how many looks it has left.
int follow_children(Worker& me, Thief& thief, Task*& found) {
  TeamThread& thread = *me.thread;
  const int n = thread.team->size;
  const int stolen = thread.deque.stolen_from(thread.floor);
  int left = kMostFollowed;
  for (int child = 0; child < stolen && left > 0; ++child) {
    int number = thread.deque.thief_of(thread.floor + static_cast<SplitDeque::Index>(child));
    for (int hop = 0; hop < kHops && left > 0 && number >= 0 && number < n; ++hop, --left) {
      found = try_victim(me, number, Allowed::descendants, thief);
      if (found != nullptr) return left;
      number = thread.team->threads[number]->deque.last_thief();
    }
  }
  return left;
}

// At random besides, in case descendants are everywhere; without a question, as what would be shared is most likely not
// for it.
Task* try_random_unasked(Worker& me, Thief& thief) {
  TeamThread& thread = *me.thread;
  for (int i = 0; i < kUnaskedTries; ++i) {
    TeamThread& victim = *thread.team->threads[next_random(me) % static_cast<std::uint32_t>(thread.team->size)];
    if (&victim == &thread) continue;
    int left;
    Task* const t = steal_from(me, victim, Allowed::descendants, left);
    if (t == nullptr) continue;
    thread.vain_looks = 0;
    thief.has_stolen(victim, left);
    return t;
  }
  return nullptr;
}

Task* steal_constrained(Worker& me, Thief& thief) {
  Task* t = nullptr;
  const int left = follow_children(me, thief, t);
  if (t != nullptr) return t;
  // None to follow: they have been put elsewhere, or a thief has not left its mark yet.
  return left == kMostFollowed ? try_random(me, Allowed::descendants, thief, kTries) : try_random_unasked(me, thief);
}

// Where one thread has the tasks for all, the others take its word from it and from each other, and most of them in
// vain. So one of each vicinity goes there at a time, and takes some for the others. Should that one lose its
// processor, another goes soon.
Task* try_rich(Worker& me, int rich, Thief& thief) {
  constexpr std::uint64_t kAway = 2;  // microseconds
  Vicinity& vicinity = vicinity_of(*me.thread);
  std::uint64_t until = vicinity.away_until.load(relaxed);  // hint, as below
  if (thief.now() < until) return nullptr;
  const std::uint64_t back = thief.now() + kAway * platform::ticks_of_a_microsecond();
  if (!vicinity.away_until.compare_exchange_strong(until, back, relaxed, relaxed)) return nullptr;
  Task* const t = try_victim(me, rich, Allowed::any, thief);
  vicinity.away_until.store(t != nullptr ? 0 : thief.now() + platform::ticks_of_a_microsecond(), relaxed);
  return t;
}

Task* steal_freely(Worker& me, Thief& thief) {
  TeamThread& thread = *me.thread;
  const int n = thread.team->size;
  const int rich = thread.team->rich.load(relaxed);         // hint
  const int near = vicinity_of(thread).rich.load(relaxed);  // hint
  const int last = thread.last_victim;
  if (last < n && last != rich)
    if (Task* t = try_victim(me, last, Allowed::any, thief)) return t;
  if (near < n && near != rich && near != last)
    if (Task* t = try_victim(me, near, Allowed::any, thief)) return t;
  if (rich < n && rich != thread.number)
    if (Task* t = try_rich(me, rich, thief)) return t;
  return try_random(me, Allowed::any, thief, kTries - 1);
}

Task* steal(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  const int n = thread.team->size;
  if (n == 1) return nullptr;
  if (thread.skipped_looks != 0) {
    --thread.skipped_looks;
    return nullptr;
  }
  Thief thief(thread);
  if (!thief.takes()) return nullptr;
  if (!is_many(*thread.team)) return try_all(me, allowed, thief);
  if (Task* t = allowed == Allowed::any ? steal_freely(me, thief) : steal_constrained(me, thief)) return t;
  // Each look takes lines from those who work: the more threads may be looking, the seldomer each does.
  thread.skipped_looks = thread.vain_looks < n / thread.team->few ? ++thread.vain_looks : thread.vain_looks;
  return nullptr;
}

// How many tasks stand before the first one that this constrained thread may run at the public end, or -1: a hint.
int tasks_before_own(Worker& me, const SplitDeque& deque) {
  for (int n = std::min(deque.public_items(), kMostDug), i = 0; i < n; ++i)
    if (may_be_waited_for(me, deque.peek(i))) return i;
  return -1;
}

// A constrained thread found nothing that it may take: a task that it waits for may stand behind others at a public
// end. They go to the shared queue, where everybody may pick.
Task* dig(Worker& me, Effort effort) {
  TeamTasks& team = *me.thread->team;
  // Where there are many threads, each would do so, and all would meet at the shared queue. They have looked there in
  // passing.
  const bool many = is_many(team);
  if (many && effort == Effort::usual) return nullptr;
  if (Task* t = take_shared(me, Allowed::descendants)) return t;
  // Dug up before and nobody wanted them yet: but those who would may all be busy for long.
  if (effort == Effort::usual && !team.shared.looks_empty()) return nullptr;
  int i = many ? static_cast<int>(next_random(me) % static_cast<std::uint32_t>(team.size)) : 0;
  for (int victims = team.size; victims > 0; --victims, i = i + 1 < team.size ? i + 1 : 0) {
    SplitDeque& deque = team.threads[i]->deque;
    for (int n = tasks_before_own(me, deque); n >= 0; --n) {
      Task* t = deque.steal();
      if (t == nullptr) break;
      if (permitted(me, t, Allowed::descendants) != nullptr) return t;
    }
  }
  return nullptr;
}

// Threads that keep tasks private and do not answer.
class Silent {
 public:
  Silent(Worker& me, Effort effort) {
    const TeamTasks& team = *me.thread->team;
    // All would look at all, again and again, and take their lines from those who have tasks.
    const int looks = effort == Effort::usual ? std::min<int>(team.size, kMostLooks) : team.size;
    int i = static_cast<int>(next_random(me) % static_cast<std::uint32_t>(team.size));
    for (int n = looks; n > 0 && count_ < kMostRaided && found_ != Work::here; --n, i = i + 1 < team.size ? i + 1 : 0)
      if (TeamThread& thread = *team.threads[i]; &thread != me.thread) look_at(thread.deque);
  }
  // kept: some have been found, or were asked just now.
  Work found() const { return found_; }
  bool empty() const { return count_ == 0; }

  // After a while: who has moved will answer.
  void forget_busy() {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (at_[i].deque->bottom() == at_[i].bottom) at_[kept++] = at_[i];
    count_ = kept;
  }
  // One fence for all of them.
  bool raid(Worker& me) {
    int begun = 0;
    for (int i = 0; i < count_; ++i)
      if (at_[i].deque->begin_raid(static_cast<std::uint16_t>(me.id + 1), at_[i].raid)) at_[begun++] = at_[i];
    if (begun == 0) return false;
    Counters::add(me.counters.raids, static_cast<std::uint64_t>(begun));
    const bool fenced = sleep::shared_fence.pass();  // [DEQUE-3]
    bool found = false;
    for (int i = 0; i < begun; ++i)
      if (at_[i].deque->end_raid(at_[i].raid, fenced)) found = true;
    return found;
  }

 private:
  using Deque = SplitDeque;
  static constexpr int kMostRaided = 8, kMostLooks = 16;

  void look_at(Deque& deque) {
    if (deque.public_items() != 0) {
      found_ = Work::here;
    } else if (deque.private_items() != 0) {
      found_ = Work::kept;
      if (deque.is_asked()) at_[count_++] = {&deque, deque.bottom(), {}};
      else deque.ask();
    }
  }

  struct At {
    Deque* deque;
    Deque::Index bottom;
    Deque::Raid raid;
  };
  At at_[kMostRaided];
  int count_ = 0;
  Work found_ = Work::none;
};

// What there is for a thread that finds nothing; what is kept from it by threads that are inside long tasks it gets. A
// raid interrupts all: the team has one at a time, and together they take a ninth of its time while they bring nothing.
Work raid_someone(Worker& me, Effort effort) {
  constexpr std::uint64_t kLongest = 1000;  // microseconds, after which a raider must have lost its processor
  constexpr std::uint64_t kRest = 8;
  constexpr std::uint64_t kSilent = 5;  // microseconds
  Silent silent(me, effort);
  if (silent.found() == Work::here || silent.empty()) return silent.found();
  atomic<std::uint64_t>& next = me.thread->team->next_raid;
  const std::uint64_t began = platform::ticks();
  std::uint64_t earliest = next.load(relaxed);  // its only use is to be rare
  if (began < earliest) return Work::kept;
  if (!next.compare_exchange_strong(earliest, began + kLongest * platform::ticks_of_a_microsecond(), relaxed, relaxed))
    return Work::kept;
  while (platform::ticks() - began < kSilent * platform::ticks_of_a_microsecond()) platform::cpu_relax();
  silent.forget_busy();
  const bool found = silent.raid(me);
  const std::uint64_t now = platform::ticks();
  next.store(found ? now : now + kRest * (now - began), relaxed);
  return found ? Work::here : Work::kept;
}

Holder put(Worker& me, Task* t) {
  TeamThread& thread = *me.thread;
  if (thread.deque.has_ring()) return kNobody;
  make_ring(thread);
  thread.deque.push(t);
  answer_question(me);  // the first push of a region goes the slow way (SLEEP-1)
  return kAnnounced;
}

Task* search(Worker& me, Allowed allowed, Effort effort) {
  raid_someone(me, effort);
  me.thread->skipped_looks = 0;
  return allowed == Allowed::any ? next_task(me, allowed) : dig(me, effort);
}

Work has_work(Worker& me, Effort effort) {
  const auto& own = me.thread->deque;
  if (own.public_items() != 0 || own.private_items() != 0) return Work::here;
  return raid_someone(me, effort);
}

// In a task's wait: what is under the floor this thread may not run now; others may. A sleeper's question stays: what
// is pushed after the wait has to go the slow way (SLEEP-1).
void before_sleep(Worker& me, Allowed allowed) {
  TeamTasks& team = *me.thread->team;
  if (allowed == Allowed::any) {
    for (int i = 0; i < team.size; ++i) team.threads[i]->deque.ask();
  } else if (me.thread->deque.has_ring()) {
    me.thread->deque.publish(queue::Share::all);
  }
}

constexpr Parameter kParameters[] = {
    {"few", "threads that do not get into each other's way; a larger team looks for work at a few places only",
     Unit::count, 1, icv::kMaxThreads, kUsualFew},
};

void begin_team(TeamTasks& team) { team.few = count_parameter(0); }

void drain(TeamTasks&, void (*)(Task*, void*), void*) {}  // core/team's fork looks at the deques itself

}  // namespace

// Where there are many threads, who makes tasks need not wake each of them itself: those that it has woken wake others.
// Nor need it answer each question: in two microseconds it has more to share, and fewer thieves get in its way. What it
// leaves unanswered stays asked. But not while a thread sleeps without a limit: who is passed over looks again after a
// nap.
constexpr std::uint64_t kNudgePause = 10, kAnswerPause = 2;  // microseconds

static bool is_time(const TeamThread& thread, std::uint64_t& next, std::uint64_t pause) {
  const TeamTasks& team = *thread.team;
  if (!is_many(team) || sleep::oversubscribed() || team.long_sleepers.load(relaxed) != 0)
    return true;  // [SLEEP-1] as sleepers
  const std::uint64_t now = platform::ticks();
  if (now < next) return false;
  next = now + pause * platform::ticks_of_a_microsecond();
  return true;
}

// Many thieves empty the deque faster than it is filled: it is to be filled with more, down to the less deep tasks,
// before this thread runs any where it creates them (has_enough). Not for long if they do not ask again. And not in a
// crowd, where who takes one may lose its processor with it.
constexpr std::int32_t kMostEnough = 64;

static void need_more(TeamThread& thread) {
  if (thread.deque.items_at_most() >= thread.enough || !is_many(*thread.team) || sleep::oversubscribed()) return;
  if (thread.enough < kMostEnough) thread.enough *= 2;
  thread.was_short = thread.created.load(relaxed);  // its own
}

void need_fewer(TeamThread& thread) {
  const std::uint64_t created = thread.created.load(relaxed);  // its own
  if (created - thread.was_short < 2 * static_cast<std::uint64_t>(thread.enough)) return;
  thread.enough /= 2;
  thread.was_short = created;
}

// Who makes tasks is at that for three quarters of its time at least. An answer that took longer had lost its
// processor.
static void rest_from_answers(TeamThread& thread, std::uint64_t began) {
  constexpr std::uint64_t kLongest = 20;  // microseconds
  const std::uint64_t now = platform::ticks();
  const std::uint64_t rest = std::min(3 * (now - began), kLongest * platform::ticks_of_a_microsecond());
  thread.next_answer = std::max(thread.next_answer, now + rest);
}

static void share(Worker& me, queue::Share what) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  thread.deque.prefetch_word();
  if (!team.tasking.load(relaxed)) team.tasking.store(true, relaxed);  // [SLEEP-1] ordered by the fence below
  thread.deque.clear_question();
  platform::fence_seq_cst();  // [SLEEP-1] [ASK-1] bottom, tasking, question before sleepers; they have the other order
  if (thread.deque.publish(what) >= kMostTogether) note_rich(team, thread);
  need_more(thread);
  // Or a loop that creates tasks would need new memory for each.
  if (is_many(team)) take_some_returned(me);
  else take_returned(me);
}

// Follows share() with its fence.
static void wake_one(Worker& me) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  const std::int32_t sleepers = team.sleepers.load(relaxed);  // [SLEEP-1]
  if (sleepers == 0) return;
  if (!is_time(thread, thread.next_nudge, kNudgePause)) return thread.deque.ask_self();
  // Who makes tasks will have more; who has only taken some will not.
  if (thread.created.load(relaxed) > thread.finished.load(relaxed)) note_rich(team, thread);  // own
  team.idle_event.wake_one();
  // The next push wakes the next one, while there are processors for more (CROWD-1). Who is awake and finds a task asks
  // anew.
  if (sleepers > 1 && team.size - sleepers < sleep::own_threads.processors.load(relaxed)) thread.deque.ask_self();
}

void answer_question(Worker& me) {
  TeamThread& thread = *me.thread;
  if (!is_time(thread, thread.next_answer, kAnswerPause)) return;
  const std::uint64_t began = is_many(*thread.team) ? platform::ticks() : 0;
  share(me, queue::Share::half);
  if (began != 0) rest_from_answers(thread, began);
  wake_one(me);
}

void answer_before_task(Worker& me) {
  // Of a flat loop's many tasks each half that is kept is kept for as long as this one takes.
  const bool made_many = is_many(*me.thread->team) && me.current->unfinished >= kMostEnough;
  share(me, made_many ? queue::Share::all : queue::Share::half);
  wake_one(me);
}

constinit const Policy auto_policy{
    .name = "auto",
    .help = "a split deque for each thread, shared when somebody asks; for every program",
    .parameters = kParameters,
    .holders_only = false,
    .by_priority = false,
    .begin_team = begin_team,
    .make = nullptr,
    .put = put,
    .get = steal,
    .search = search,
    .has_work = has_work,
    .before_sleep = before_sleep,
    .drain = drain,
};

}  // namespace xomp::sched
