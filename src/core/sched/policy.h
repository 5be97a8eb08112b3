// A scheduling policy as the rest of the runtime sees it: a row of a table. One file in policies/ is one policy; the
// build makes the table from the file names. One policy is chosen when the program starts, for all teams.
//
// The row's functions are the engine (engine.h) compiled for that policy's class. So a wait is entered by one indirect
// call, and what it does for each task is inlined. A task that runs in place costs no indirect call, a task that is
// deferred costs one.
#pragma once

#include <cstdint>
#include <span>

#include "core/sched/worker.h"

namespace xomp::task {
struct Taskgroup;
}

namespace xomp::sched {

using task::Task;

class Waiter;

// What a waiting thread may run (task scheduling constraint, OpenMP 5.2 section 12.9).
enum class Allowed : std::uint8_t {
  any,          // in a barrier: every task of the team
  descendants,  // inside a task region: what descends from the current task
  none,         // no task of the team's: the thread has other work
};

// What a thread that is about to sleep finds. `here`: something to take. `kept`: something that its holder keeps to
// itself for now, so a later look is worth while.
enum class Work : std::uint8_t { none, here, kept };
constexpr Work as_work(bool there_is) { return there_is ? Work::here : Work::none; }
constexpr Work as_work(Work work) { return work; }

// Who may take a task that has been put: the number of a thread, or one of these.
using Holder = std::int32_t;
inline constexpr Holder kAnyone = -1;
inline constexpr Holder kAnnounced = -2;  // anyone, and the policy has looked at the sleepers itself
inline constexpr Holder kNoRoom = -3;     // not taken: the caller runs the task

// A policy's answer whether the next new task, deep in a recursion, may run where it is created.
enum class Grant : std::uint8_t {
  none,             // no: too few tasks of this thread wait for thieves, or a thief requests some
  once,             // yes, that one
  until_requested,  // yes, and so may all that follow until request_word() is not 0, or the thread takes its next task
};

// Why a thread leaves its own queue alone for a while.
enum class Going : std::uint8_t {
  into_task,      // it runs one task, which may be long
  on,             // it makes more tasks
  leaving_ready,  // it makes more tasks, and leaves some behind that an end has just made ready
};

// share: from 0 to 1. on_off: 0 or 1, written `off` and `on`. returns: 0 or 1, written `ring` and `pending`.
enum class Unit : std::uint8_t { count, share, ns, on_off, returns };

struct Parameter {
  const char* name;
  const char* help;
  Unit unit;
  double least, most, usual;
};

// Parameters that every policy has. They come after its own.
enum CommonParameter : int { kFew, kInPlace, kConstraint, kReturns, kCommonParameters };
inline constexpr Parameter kCommon[kCommonParameters] = {
    {"few", "threads that do not get into each other's way; a larger team keeps off lines that all would write",
     Unit::count, 1, icv::kMaxThreads, kUsualFew},
    {"in_place", "new tasks deep in a recursion run where they are created while tasks enough wait", Unit::on_off, 0, 1,
     1},
    {"constraint", "a thread that waits in a tied task starts only descendants of that task; off: any task of the team",
     Unit::on_off, 0, 1, 1},
    {"returns", "how ended tasks come back to their creators: through rings, or by a flag that the creators look for",
     Unit::returns, 0, 1, 0},
};
inline constexpr int kMostParameters = 8;  // of a policy's own

struct Policy {
  const char* name;
  const char* help;                       // one line: what it does, and for which programs
  std::span<const Parameter> parameters;  // its own
  bool holders_only;                      // only the thread that put() named can take a task
  bool by_priority;    // takes priorities into account; under other policies such tasks are the shared queue's
  bool tells_backlog;  // knows how many of a thread's tasks wait: else `in_place` is off
  void (*begin_thread)(TeamThread& thread);  // makes its part; once for each struct
  void* (*make)(int threads);                // the object for a team of so many threads
  void (*begin_region)(Worker& me);

  // --- the engine, compiled for this policy; each thread calls these for itself ---
  void (*defer)(Worker& me, Task* t);                     // spawn.h; called by way of `deferring`
  void (*defer_quietly)(Worker& me, Task* t);             // submit_quietly()
  void (*make_available)(Worker& me, Task* t);            // a counted task that is ready; may run it at once
  bool (*make_ready)(Worker& me, Task& t, bool is_next);  // hand_over.h; false: there is no room
  Grant (*grant_in_place)(Worker& me);                    // spawn.h
  Grant (*grant_range)(Worker& me);  // taskloop.h: as grant_in_place, where what waits is worth many tasks
  void (*share)(Worker& me, Going where);
  bool (*is_requested)(Worker& me);               // a thief wants tasks from this thread
  std::uint32_t (*position)(TeamThread& thread);  // FLOOR-1
  void (*execute)(Worker& me, Task* t);
  Task* (*next_task)(Worker& me, Allowed allowed);
  Task* (*search)(Worker& me, Allowed allowed, Effort effort);  // before the thread gives up for a while
  void (*give_back)(Worker& me, Task* t);    // a task taken too late (Waiter::is_late), and what came with it
  void (*wait)(Worker& me, Waiter& waiter);  // waiting.h
  void (*wait_for_children)(Worker& me);
  void (*wait_for_taskgroup)(Worker& me, task::Taskgroup& group);
  Work (*has_work)(Worker& me, Effort effort);  // idle_sleep.h
  void (*before_sleep)(Worker& me, Allowed allowed);
  Task* (*freeze)(Worker& me);  // [SUSPEND-1] suspended.h; thaw() gets what it returns
  void (*thaw)(Worker& me, std::uint32_t position, Task* frozen);
  // From now on the number has no thread, or its thread sleeps and nobody wakes it for a task of its own. So it gets no
  // tasks until a thread that has it looks for some. For teams of seats (graph/by_policy.h). Called by that thread, or
  // before there is any.
  void (*leave)(TeamTasks& team, int number);

  // Called in fork()'s child. Hands every queued task that this thread can still reach to `visit`, and forgets the
  // others.
  void (*drain)(TeamTasks& team, TeamThread& survivor, void (*visit)(Task*, void*), void* context);
};

// All policies by name, `auto` first; the build makes the list.
extern const std::span<const Policy* const> all_policies;
// The policy in use. These four are written before the first region, by the thread that settles the environment.
extern const Policy* policy;
// What a thread that waits inside a task may run: `descendants`, or `any` with constraint=off.
extern Allowed allowed_in_task;
// returns=pending: new tasks are listed (core/sched/pending.h).
extern bool lists_tasks;
// Leads to what defers a new plain task: the policy's defer(), or list_and_defer().
using Defer = void (*)(Worker& me, Task* t);
extern const Defer* deferring;

// Reads "name" or "name:parameter=value,..." (a value without a name is the first parameter's). On a mistake the policy
// stays as it was and `mistake` says what is wrong and what is allowed.
struct Mistake {
  char text[1024];
};
bool choose_policy(const char* text, Mistake& mistake);
// Says whether choose_policy() would accept the text, and changes nothing.
bool check_policy(const char* text, Mistake& mistake);
// Writes a value of the parameter as a user would.
struct PrintedValue {
  char text[32];
};
PrintedValue print(const Parameter& p, double value);
// Says whether the policy can work with this value of the parameter, which is in its range; else
// `mistake` says why not.
bool allows(const Policy& p, const Parameter& parameter, double value, Mistake& mistake);
// Returns the policy's parameter with this index, its own first, then the common ones; nullptr behind the last one.
const Parameter* parameter_of(const Policy& p, int index);

// Returns the value of the chosen policy's own parameter, by its place in the list.
double parameter(int index);
inline int count_parameter(int index) { return static_cast<int>(parameter(index)); }
// Returns the value of a common parameter.
double common_parameter(CommonParameter which);

// A policy's object for one team. Under some policies (holders_only) it has queues that belong to thread numbers.
//
// CLAIM-1: a queue of a thread number is used by one thread, also where a late one (TEAM-1) had the number before.
//   thread:  at the beginning of a region it notes the team's object and claims its number there. It uses no other
//            object than the one noted, until its next region, or until it leaves the team: then it gives the number up
//            (release), after all that it does there.
//   primary: between regions, before another thread gets a number: is it claimed (acquire)? Then that thread may still
//            look into its queue, and the team gets another object. A late thread goes on alone in the old one, which is
//            empty, as all tasks have ended. The old one is used again once no thread claims a number there.
//   So nobody waits for a thread that is late.
struct PolicyObject {
  void* state;  // the policy's
  std::int32_t threads;
  atomic<TeamThread*>* claims;  // [CLAIM-1] by thread number; each written by the thread that has the number
  PolicyObject* next;           // in TeamTasks::left_objects
};

// Gives the team an object for `threads` threads, if it has none or a smaller one. Called by its
// primary, between regions.
void prepare_policy(TeamTasks& team, int threads);
// [CLAIM-1] Called by the primary, between regions, when threads that are new to the team are about to get the numbers
// [first, last).
void make_room_for(TeamTasks& team, int first, int last);
// [CLAIM-1] Called when the thread enters a region, and when it leaves the team.
[[gnu::cold]] void claim_object(TeamThread& thread);
void leave_object(TeamThread& thread);
// Takes out every task that `survivor` can still reach, and gives the team a fresh object. For fork()'s child, alone.
void drain_policy(TeamTasks& team, TeamThread& survivor, void (*visit)(Task*, void*), void* context);

}  // namespace xomp::sched
