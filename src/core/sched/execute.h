// Runs one task: its body on a stack with room, and what its flags ask for. Called by the thread that has taken or created the task. What
// the policy does before and after a task is in Engine::execute, which calls this.
#pragma once

#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/policy.h"
#include "platform/cpu.h"

namespace xomp::sched {

// Runs a task that was handed over. Afterwards the thread takes its next task, or calls share_rest().
inline void execute(Worker& me, Task* t) { policy->execute(me, t); }

inline void call_body(Worker& me, Task* t) {
  if (t->has(task::kPlainBody)) {
    reinterpret_cast<void (*)(void*)>(t->body)(t->data);
  } else {
    reinterpret_cast<void (*)(std::int32_t, void*)>(t->body)(me.id, t->data);
  }
}

// Runs the body after a look at the stack and at the flags that say more about its start.
[[gnu::noinline]] void run_body_with_a_look(Worker& me, Task* t);

inline void run_body(Worker& me, Task* t) {
  const bool looks = platform::stack_address() < me.look_below;
  if (looks || t->has(task::kSlowStart)) [[unlikely]] {
    run_body_with_a_look(me, t);
  } else {
    call_body(me, t);
  }
}

// Returns whether the task may not run now. Then it was left with a mutexinoutset, whose release hands it over again.
bool is_parked(Worker& me, Task* t);
// Waits until an undeferred task holds its mutexinoutsets.
void hold_mutexes(Worker& me, Task* t);

// Runs the further parts of an untied task. They follow each other on one thread: a part that has asked for the next
// one ends at once, so nothing is gained by moving it.
void run_next_parts(Worker& me, Task* t);

// Tells the task's successors and its group that it has ended. `in_team` says that me.thread belongs to the task's team.
void tell_others(Worker& me, Task* t, ReadyQueue queue, bool in_team = true);
// Does what follows the body, before the task counts as ended. Returns false if the task's event is not fulfilled yet. Then the thread that
// fulfils it goes on from here (DETACH-1).
bool end_body(Worker& me, Task* t, ReadyQueue queue);

// Returns how large a stack beside the thread's own has to be.
std::size_t bytes_of_further_stack(Worker& me);
// Called when the thread is on another stack. A quarter of that stays for what a task itself calls.
void use_stack(Worker& me, std::uintptr_t lowest, std::size_t bytes);
// With statistics every task looks at the stack; without them only tasks that find little room left do.
void set_stack_limit(Worker& me, std::uintptr_t limit);

}  // namespace xomp::sched
