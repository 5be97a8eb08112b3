// Starts threads, keeps idle ones, and ends them, for all clients.
#include "core/threads/crew.h"

#include <cstdarg>
#include <cstdio>
#include <utility>

#include "core/icv/icv.h"
#include "core/threads/watchdog.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/thread.h"

namespace xomp::threading {

constinit Crew for_teams, for_views;

namespace {

atomic<bool> process_may_end{false};   // a thread that does not see this in time ends when it has idled for long
atomic<bool> refusal_was_told{false};  // nothing depends on it

std::size_t asked_stack_bytes() { return icv::global.stack_bytes.load(relaxed); }  // nothing else depends on it

}  // namespace

bool Crew::start(void* (*body)(void*), void* argument, std::size_t rest) {
  const std::size_t stack = asked_stack_bytes();
  if (rest != 0 && !platform::limit_leaves(stack != 0 ? stack : platform::default_stack_bytes(), rest)) return false;
  {
    const platform::ShortGuard guard(lock_);
    ++live_;
  }
  if (platform::start_thread(body, argument, stack)) return true;
  count_out();
  return false;
}

CrewMember* Crew::take_idle() {
  const platform::ShortGuard guard(lock_);
  CrewMember* const thread = idle_;
  if (thread == nullptr) return nullptr;
  idle_ = thread->next;
  thread->is_idle = false;
  return thread;
}

bool Crew::has_idle() const {
  const platform::ShortGuard guard(lock_);
  return idle_ != nullptr;
}

void Crew::put_idle(CrewMember& me, int most) {
  const platform::ShortGuard guard(lock_);
  if (live_ > most || process_may_end.load(relaxed)) {  // end_idle() takes this lock after the flag was set
    --live_;
    return me.job.store(this, relaxed);  // only this thread reads it, because nobody can lend the thread
  }
  me.next = idle_;
  me.is_idle = true;
  idle_ = &me;
}

bool Crew::leave(CrewMember& me) {
  const platform::ShortGuard guard(lock_);
  if (!me.is_idle) return false;
  CrewMember** link = &idle_;
  while (*link != &me) link = &(*link)->next;
  *link = me.next;
  me.is_idle = false;
  --live_;
  return true;
}

void Crew::end_idle() {
  CrewMember* left;
  {
    const platform::ShortGuard guard(lock_);
    left = std::exchange(idle_, nullptr);
    for (CrewMember* thread = left; thread != nullptr; thread = thread->next) {
      thread->is_idle = false;
      --live_;
    }
  }
  while (left != nullptr) {
    CrewMember* const next = left->next;  // once told to end, it may be on another list
    lend(*left, this);
    left = next;
  }
}

void Crew::count_out() {
  const platform::ShortGuard guard(lock_);
  --live_;
}

CrewMember* Crew::take_spare() {
  const platform::ShortGuard guard(lock_);
  CrewMember* const thread = spare_;
  if (thread != nullptr) spare_ = thread->next;
  return thread;
}

void Crew::put_spare(CrewMember& thread) {
  const platform::ShortGuard guard(lock_);
  thread.next = spare_;
  spare_ = &thread;
}

int Crew::live() const {
  const platform::ShortGuard guard(lock_);
  return live_;
}

void Crew::forget(bool is_callers) {
  idle_ = nullptr;
  live_ = is_callers ? 1 : 0;
}

void tell_of_refusal(const char* consequence, ...) {
  if (refusal_was_told.exchange(true, relaxed)) return;
  char follows[128];
  std::va_list values;
  va_start(values, consequence);
  std::vsnprintf(follows, sizeof follows, consequence, values);
  va_end(values);
  const platform::LimitText limit = platform::memory_limit();
  const std::size_t stack = asked_stack_bytes();
  if (stack == 0) return platform::warn("the system allows no more threads: %s%s", follows, limit.text);
  platform::warn("the system allows no more threads with stacks of %zu KiB (OMP_STACKSIZE): %s%s", stack / 1024,
                 follows, limit.text);
}

void let_process_end(bool may_end) {
  process_may_end.store(may_end, relaxed);  // it is read under the locks that end_idle() takes here
  if (!may_end) return;
  for_teams.end_idle();
  for_views.end_idle();
  watchdog.hurry();
}

void hold_for_fork() {
  for_views.lock_.lock();
  for_teams.lock_.lock();
  watchdog.hold_for_fork();
}

void release_after_fork() {
  watchdog.release_after_fork();
  for_teams.lock_.unlock();
  for_views.lock_.unlock();
}

void forget_others(const Crew* callers) {
  for_teams.forget(callers == &for_teams);
  for_views.forget(callers == &for_views);
  watchdog.forget();
  refusal_was_told.store(false, relaxed);  // only this thread exists, here and for the next store
  process_may_end.store(false, relaxed);
}

}  // namespace xomp::threading
