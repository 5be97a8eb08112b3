// What a scheduling policy must provide, and what it may use. One file in policies/ is one policy; the build makes the
// table of them from the file names. One is chosen when the program starts, for all teams of the process.
//
// A policy is a class: one object for each team of more than one thread, made before the team's first region of that
// size and never destroyed (TEAM-1: a thread may still look into an object that has been replaced by a larger one).
//   explicit P(int threads)              reads its parameters by parameter()
//   Holder put(Worker&, Task*)           a new or newly ready task of the calling thread; says who may take it now
//   Task* get(Worker&, Allowed)          the calling thread's next task, or nullptr: none this time
//   bool has_work(Worker&)               whether get() might find something; exact for what was put before a full
//   fence.
//                                        The table's entry may also say that others keep all there is, and with
//                                        Effort::usual look at some of them only: the thread does not sleep for long
//                                        then
//   template <V> void drain(V&& visit)   takes out every task; nobody else uses the object. Or drain(TeamTasks&, V&&
//   visit)
// optional, with what is done without:
//   Task* search(Worker&, Allowed, Effort)  before the thread gives up for a while (get, then the team's shared queue)
//   void before_sleep(Worker&, Allowed)     the thread is about to sleep: what it holds is for others (nothing)
//   static constexpr bool kHoldersOnly      only the thread that put() names can take a task (false)
//   static constexpr bool kByPriority       put() takes priorities into account (false: such tasks are the shared
//   queue's)
//
// The busy worker's duties (answering requests) are part of its put() and get(). All are called by the thread itself,
// at its task scheduling points, many threads at once; they never block, and allocate at most once for each pair of
// threads. POLICY-1: no task is lost between put() and a thread that falls asleep.
//   The engine writes `tasking` and looks at the sleepers after put(), a light fence between (offer in find.cpp); a
//   sleeper counts itself, passes a heavy fence, and asks has_work(). So either it sees the task or it is woken. With
//   kHoldersOnly all sleepers are woken when the holder is one of them, else one.
// POLICY-2 (task scheduling constraint): get() passes what it takes through permitted(), which hands back what the
// thread
//   may run and puts other tasks where every thread looks. So CONSTRAINT-1 holds for every policy.
#pragma once

#include <cstdint>
#include <new>
#include <span>

#include "core/sched/scheduler.h"
#include "core/sched/worker.h"
#include "platform/memory.h"

namespace xomp::sched {

// Who may take a task that has been put: the number of a thread, or one of these.
using Holder = std::int32_t;
inline constexpr Holder kAnyone = -1;
inline constexpr Holder kAnnounced = -2;  // anyone, and the policy has looked at the sleepers itself
inline constexpr Holder kNobody = -3;     // not taken: there is no room; the caller runs the task

enum class Unit : std::uint8_t { count, share, ns };  // share: from 0 to 1

struct Parameter {
  const char* name;
  const char* help;
  Unit unit;
  double least, most, usual;
};
inline constexpr int kMostParameters = 8;

// What a thread that is about to sleep finds: nothing; something to take; something that its holder keeps to itself for
// now, so that it is worth a look later.
enum class Work : std::uint8_t { none, here, kept };
constexpr Work as_work(bool there_is) { return there_is ? Work::here : Work::none; }
constexpr Work as_work(Work work) { return work; }

struct Policy {
  const char* name;
  const char* help;  // one line: what it does, and for which programs
  std::span<const Parameter> parameters;
  bool holders_only;
  bool by_priority;
  void (*begin_team)(
      TeamTasks& team);        // once, before the first region of several threads; nullptr: has nothing to do then
  void* (*make)(int threads);  // nullptr: needs no object
  Holder (*put)(Worker& me, Task* t);
  Task* (*get)(Worker& me, Allowed allowed);
  Task* (*search)(Worker& me, Allowed allowed, Effort effort);
  Work (*has_work)(Worker& me, Effort effort);
  void (*before_sleep)(Worker& me, Allowed allowed);
  void (*drain)(TeamTasks& team, void (*visit)(Task*, void*), void* context);
};

// --- for the engine ---

// All there are, by name, `auto` first (made by the build).
extern const std::span<const Policy* const> all_policies;
// The one in use. Written before the first region, by the thread that settles the environment.
extern const Policy* policy;
// The default, whose fast path all others leave unused.
extern const Policy auto_policy;
// Reads "name" or "name:parameter=value,..." (a value without a name is the first parameter's). On a mistake the policy
// stays as it was and `mistake` says what is wrong and what is allowed.
struct Mistake {
  char text[1024];
};
bool choose_policy(const char* text, Mistake& mistake);
// The same without choosing it.
bool check_policy(const char* text, Mistake& mistake);
// A value of the parameter as one would write it.
struct PrintedValue {
  char text[32];
};
PrintedValue print(const Parameter& p, double value);

// The team gets an object for `threads` threads, if it has none or a smaller one. Its primary, between regions.
void prepare_policy(TeamTasks& team, int threads);
// Takes all tasks out of the team's object. Alone.
void drain_policy(TeamTasks& team, void (*visit)(Task*, void*), void* context);

// --- for policies ---

// The value of the policy's parameter, by its place in the list.
double parameter(int index);
inline int count_parameter(int index) { return static_cast<int>(parameter(index)); }

// POLICY-2. nullptr: the task has been put where every thread looks.
Task* permitted(Worker& me, Task* t, Allowed allowed);
// [POLICY-1] With kHoldersOnly, for a task that has been put for that thread outside of put(), after a light fence.
void wake_holder(TeamTasks& team, Holder holder);
// The first task of the team's shared queue that this thread may run.
Task* take_shared(Worker& me, Allowed allowed);
// xorshift; the calling worker's own.
std::uint32_t next_random(Worker& me);

// The team's object of class P; nullptr in a team that was never larger than one thread.
template <class P>
P* policy_object(const TeamTasks& team) {
  return static_cast<P*>(team.policy_object.load(acquire));  // [TEAM-1]
}

// The table's entry for class P.
template <class P>
constexpr Policy policy_entry(const char* name, const char* help, std::span<const Parameter> parameters) {
  Policy entry{};
  entry.name = name;
  entry.help = help;
  entry.parameters = parameters;
  if constexpr (requires { P::kHoldersOnly; }) entry.holders_only = P::kHoldersOnly;
  if constexpr (requires { P::kByPriority; }) entry.by_priority = P::kByPriority;
  entry.make = [](int threads) -> void* { return new (platform::allocate_forever(sizeof(P), alignof(P))) P(threads); };
  entry.put = [](Worker& me, Task* t) {
    P* p = policy_object<P>(*me.thread->team);
    return p == nullptr ? kNobody : p->put(me, t);
  };
  entry.get = [](Worker& me, Allowed allowed) -> Task* {
    P* p = policy_object<P>(*me.thread->team);
    return p == nullptr ? nullptr : p->get(me, allowed);
  };
  entry.search = [](Worker& me, Allowed allowed, Effort effort) -> Task* {
    P* p = policy_object<P>(*me.thread->team);
    if (p == nullptr) return take_shared(me, allowed);
    if constexpr (requires { p->search(me, allowed, effort); }) {
      return p->search(me, allowed, effort);
    } else {
      if (Task* t = p->get(me, allowed)) return t;
      return take_shared(me, allowed);
    }
  };
  entry.has_work = [](Worker& me, Effort) {
    P* p = policy_object<P>(*me.thread->team);
    return p == nullptr ? Work::none : as_work(p->has_work(me));
  };
  entry.before_sleep = [](Worker& me, Allowed allowed) {
    if constexpr (requires(P* p) { p->before_sleep(me, allowed); }) {
      if (P* p = policy_object<P>(*me.thread->team)) p->before_sleep(me, allowed);
    }
  };
  entry.drain = [](TeamTasks& team, void (*visit)(Task*, void*), void* context) {
    const auto each = [&](Task* t) { visit(t, context); };
    P* p = policy_object<P>(team);
    if (p == nullptr) return;
    if constexpr (requires { p->drain(team, each); }) {
      p->drain(team, each);
    } else {
      p->drain(each);
    }
  };
  return entry;
}

}  // namespace xomp::sched
