// What a thread waits for, noted once the wait takes long. Nobody in the library reads this. A debugger does (tools/gdb), in the memory of
// a stopped process or of a core file. Each thread writes its own, on paths that are slow anyway: a wait that ends while it polls notes
// nothing.
#pragma once

#include <cstdint>

namespace xomp::sleep {

struct LongWait {
  // From the first look at the clock to the end of the wait: its Backoff, which lies on the stack that waits. Other tasks may run on top.
  const void* backoff = nullptr;
  const void* history = nullptr;  // the WaitHistory from which it learns, and which tells of what kind it is
  // What the wait tells of itself once it is about to sleep: a sched::Waiter, or the ThreadSlot of a doacross loop. nullptr: nothing yet.
  const void* subject = nullptr;
  const void* task = nullptr;  // the task that waits, where `subject` is a Waiter
  std::uint64_t number = 0;    // of a doacross loop: how many iterations must be over
  // Apart from these, since a thread may want a lock on top of a wait: the LockWord that it waits for.
  const void* lock = nullptr;

  void tell(const void* what, const void* waiting_task, std::uint64_t wanted = 0) {
    subject = what;
    task = waiting_task;
    number = wanted;
  }
};

// At the same distance from the thread pointer in all threads.
inline constinit thread_local LongWait own_long_wait __attribute__((tls_model("initial-exec")));

}  // namespace xomp::sleep
