// Operating system threads: creation, stacks, yielding, the end-of-thread hook.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::platform {

// Starts a detached thread with all signals blocked that come from elsewhere, so that the program's handlers run on its
// own threads only. Signals that the thread raises itself (SIGSEGV, SIGFPE, ...) and those of profilers (SIGPROF, SIGVTALRM)
// are handled in the thread. stack_bytes 0 = the system's default. False when the system refuses; nothing is printed.
bool start_thread(void* (*body)(void*), void* argument, std::size_t stack_bytes);

// The calling thread's stack: lowest usable address and size in bytes. Falls back to 1 MiB below the current frame
// where the system does not say.
struct StackBounds {
  std::uintptr_t lowest;
  std::size_t bytes;
};
StackBounds own_stack();
// The stack size of a thread that is started with stack_bytes 0.
std::size_t default_stack_bytes();

// Gives the processor to another runnable thread.
void yield_processor();

// Takes the calling thread to another processor of its mask. The mask stays as it is. Some 20 us. Returns false if the
// mask has no other processor.
bool change_processor();

// Makes the system give the calling thread the first pages of its stack, for which its first work would have to wait.
void touch_stack();

// The processor that the caller runs on at this moment; -1 if the system does not say.
int current_processor();

// Says whether the caller is the thread that main runs on.
bool is_initial_thread();

// The kernel's id of the calling thread; a system call.
int kernel_thread_id();

// Holds pthread_cancel back for the length of a scope, for calls that are cancellation points. The runtime's own waits
// are none, so that a thread is cancelled in the program's code only.
class HeldCancellation {
 public:
  HeldCancellation();
  ~HeldCancellation();
  HeldCancellation(const HeldCancellation&) = delete;
  HeldCancellation& operator=(const HeldCancellation&) = delete;

 private:
  int before_;
};

// `at_exit(value)` runs when a thread that called remember_thread_exit(value) ends. Installed once by the library.
bool install_thread_exit_hook(void (*at_exit)(void*));
void remember_thread_exit(void* value);

// Runs `body(argument)` on a stack of its own of at least `bytes`, then returns. Below that stack no address is valid.
// False when there is no memory for it; `body` has not run then.
bool call_on_new_stack(void (*body)(void*), void* argument, std::size_t bytes);

}  // namespace xomp::platform
