// Threads by the C library's pthread interface.
#include "platform/thread.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/made_stack.h"
#include "platform/memory.h"

extern "C" void xomp_call_on_stack(void (*body)(void*), void* argument, void* stack_top);

namespace xomp::platform {

namespace {

pthread_key_t exit_key;
bool exit_key_valid = false;

// A new thread blocks all signals but two kinds. Signals that a thread raises by what it executes would, if they were
// blocked, end the process without its handler. A profiler's signals must reach the thread that used up the time; if it
// blocked them, the kernel would send them to another thread. What the starter itself blocks stays blocked.
sigset_t blocked_in_new_threads(const sigset_t& of_starter) {
  sigset_t set;
  sigfillset(&set);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) sigdelset(&set, own);
  for (const int profiling : {SIGPROF, SIGVTALRM})
    if (sigismember(&of_starter, profiling) == 0) sigdelset(&set, profiling);
  return set;
}

// Finds the stack on which main runs, if that is where the caller is. The C library would read /proc/self/maps for it, which takes ten times
// as long as a short region. At the top of that stack the kernel puts the program's name, and above it eight bytes of 0. It keeps at least 128 MiB
// below the top free of other mappings.
bool find_initial_stack(StackBounds& found) {
  constexpr rlim_t kSurelyFree = rlim_t{64} << 20;
  const char* const name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  rlimit limit;
  if (name == nullptr || getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > kSurelyFree) return false;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t end_of_name = reinterpret_cast<std::uintptr_t>(name) + std::strlen(name) + 1;
  const std::uintptr_t top = (end_of_name + sizeof(std::uint64_t) + page - 1) & ~(page - 1);
  const std::uintptr_t here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::size_t bytes = limit.rlim_cur & ~(page - 1);
  if (here >= top || top - here > bytes) return false;
  found = {top - bytes, bytes};
  return true;
}

}  // namespace

bool start_thread(void* (*body)(void*), void* argument, std::size_t stack_bytes) {
  const int saved = errno;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes != 0) {
    const long least = sysconf(_SC_THREAD_STACK_MIN);
    if (least > 0 && stack_bytes < static_cast<std::size_t>(least)) stack_bytes = static_cast<std::size_t>(least);
    stack_bytes = (stack_bytes + 4095) & ~std::size_t{4095};
    pthread_attr_setstacksize(&attributes, stack_bytes);
  }
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  const sigset_t blocked = blocked_in_new_threads(before);
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, body, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  errno = saved;
  return started;
}

StackBounds own_stack() {
  const int saved = errno;
  pthread_attr_t attributes;
  StackBounds found{reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - (1u << 20), 1u << 20};
  if (!(is_initial_thread() && find_initial_stack(found)) && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* lowest = nullptr;
    std::size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0 && bytes != 0)
      found = {reinterpret_cast<std::uintptr_t>(lowest), bytes};
    pthread_attr_destroy(&attributes);
  }
  errno = saved;
  return found;
}

std::size_t default_stack_bytes() {
  pthread_attr_t attributes;
  std::size_t bytes = 0;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_getstacksize(&attributes, &bytes);
    pthread_attr_destroy(&attributes);
  }
  return bytes;
}

void touch_stack() {
  constexpr std::size_t kStack = 8 << 10;  // half of the smallest stack that OMP_STACKSIZE may ask for
  volatile char* const pages = static_cast<volatile char*>(__builtin_alloca(kStack));
  for (std::size_t i = 0; i < kStack; i += 4096) pages[kStack - 1 - i] = 0;
}

void yield_processor() { sched_yield(); }

bool change_processor() {
  const int saved = errno;
  const int current = sched_getcpu();
  cpu_set_t mask;
  bool has_others = true;
  if (current >= 0 && current < CPU_SETSIZE && sched_getaffinity(0, sizeof mask, &mask) == 0) {
    cpu_set_t others = mask;
    CPU_CLR(current, &others);
    has_others = CPU_COUNT(&others) != 0;
    if (has_others && sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof mask, &mask);
  }
  errno = saved;
  return has_others;
}

int current_processor() {
  const int saved = errno;
  const int processor = sched_getcpu();
  errno = saved;
  return processor;
}

bool is_initial_thread() { return kernel_thread_id() == getpid(); }

int kernel_thread_id() { return static_cast<int>(syscall(SYS_gettid)); }

HeldCancellation::HeldCancellation() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
HeldCancellation::~HeldCancellation() { pthread_setcancelstate(before_, nullptr); }

bool install_thread_exit_hook(void (*at_exit)(void*)) {
  exit_key_valid = pthread_key_create(&exit_key, at_exit) == 0;
  return exit_key_valid;
}

void remember_thread_exit(void* value) {
  if (exit_key_valid) pthread_setspecific(exit_key, value);
}

bool call_on_new_stack(void (*body)(void*), void* argument, std::size_t bytes) {
  const StackPages pages = map_stack(bytes);
  if (pages.lowest == nullptr) return false;
  xomp_call_on_stack(body, argument, pages.lowest + pages.bytes);
  unmap_stack(pages);
  return true;
}

}  // namespace xomp::platform
