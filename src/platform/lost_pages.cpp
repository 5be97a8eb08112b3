// One handler for SIGBUS, which passes on what is not its own.
#include "platform/lost_pages.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <sys/mman.h>

#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::platform {

namespace {

// LOST-1: the handler runs on any thread, at any touch of the part. It reads `begin` and `end`, which are written before the first touch
//   and zeroed by the thread that unmaps the part, when no other thread touches it any more. So their order to other memory does not matter.
atomic<std::uintptr_t> begin{0}, end{0};
atomic<bool> lost{false};  // hint: a thread that misses it writes into memory that nobody reads
// LOST-2: what was in force before ours: written under `installing` before ours is installed, so the kernel's own order makes the handler see
//   it. A handler that comes while it is replaced gets the one or the other; both were the program's.
ShortLock installing;
struct sigaction before[2];
atomic<unsigned> which{0};

void pass_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& next = before[which.load(acquire) & 1];  // [LOST-2]
  if ((next.sa_flags & SA_SIGINFO) != 0 && next.sa_sigaction != nullptr) {
    next.sa_sigaction(signal, info, context);
  } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
    next.sa_handler(signal);
  } else {
    struct sigaction usual{};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    if (info->si_code <= 0) raise(signal);  // somebody has sent it; else the touch is repeated, and ends the process
  }
}

void on_bus_error(int signal, siginfo_t* info, void* context) {
  const int saved = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const std::uintptr_t from = begin.load(relaxed), to = end.load(relaxed);  // [LOST-1]
  if (info->si_code > 0 && address >= from && address < to &&
      mmap(reinterpret_cast<void*>(from), to - from, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED) {
    lost.store(true, relaxed);
    errno = saved;
    return;
  }
  errno = saved;
  pass_on(signal, info, context);
}

void install() {
  struct sigaction now{};
  if (sigaction(SIGBUS, nullptr, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_bus_error) return;
  if (!installing.try_lock()) return;             // another thread does it
  const unsigned next = which.load(relaxed) + 1;  // written under the lock
  before[next & 1] = now;
  which.store(next, release);  // [LOST-2]
  struct sigaction ours{};
  ours.sa_sigaction = on_bus_error;
  ours.sa_mask = now.sa_mask;
  const unsigned kept = static_cast<unsigned>(now.sa_flags) & ~(static_cast<unsigned>(SA_RESETHAND) | SA_NODEFER);
  ours.sa_flags = static_cast<int>(kept) | SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &ours, nullptr);
  installing.unlock();
}

}  // namespace

void survive_lost_pages(char* start, std::size_t bytes) {
  begin.store(reinterpret_cast<std::uintptr_t>(start), relaxed);        // [LOST-1]
  end.store(reinterpret_cast<std::uintptr_t>(start) + bytes, relaxed);  // [LOST-1]
  install();
}

void forget_lost_pages() {
  end.store(0, relaxed);  // [LOST-1]
  lost.store(false, relaxed);
}

bool has_lost_pages() { return lost.load(relaxed); }

}  // namespace xomp::platform
