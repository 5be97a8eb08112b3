// Probes that bpftrace, perf, gdb and SystemTap can attach to (USDT): a note in the library's file and one nop where nobody has
// attached. On slow paths only. Without <sys/sdt.h> (Debian: systemtap-sdt-dev) they are nothing. docs/tools.md lists them.
#pragma once

#include <cstdint>

#if __has_include(<sys/sdt.h>)
#include <sys/sdt.h>
#else
#define DTRACE_PROBE1(provider, name, a)
#define DTRACE_PROBE2(provider, name, a, b)
#define DTRACE_PROBE3(provider, name, a, b, c)
#endif

namespace xomp::platform::probe {

// begin: a thread starts a region of so many threads, which run `function`. end: the region has ended.
inline void region_begin(const void* team, const void* function, std::int32_t threads) {
  DTRACE_PROBE3(xomp, region_begin, team, function, threads);
}
inline void region_end(const void* team) { DTRACE_PROBE1(xomp, region_end, team); }

// begin: a thread has arrived at its team's barrier, and others have not, or tasks are left. end: it goes on.
inline void barrier_begin(const void* team, std::int32_t thread) { DTRACE_PROBE2(xomp, barrier_begin, team, thread); }
inline void barrier_end(const void* team, std::int32_t thread) { DTRACE_PROBE2(xomp, barrier_end, team, thread); }

// sleep: a thread without tasks goes to sleep, for so long at most (0: until it is woken). The other one: it is awake
// again.
inline void sleep(const void* team, std::int32_t thread, std::uint64_t longest_ns) {
  DTRACE_PROBE3(xomp, sleep, team, thread, longest_ns);
}
inline void wake(const void* team, std::int32_t thread) { DTRACE_PROBE2(xomp, wake, team, thread); }

// A thread has taken tasks from another one. thief -1: the victim has given them on request.
inline void steal(const void* team, std::int32_t thief, std::int32_t tasks) {
  DTRACE_PROBE3(xomp, steal, team, thief, tasks);
}

// lock_wait: a thread finds a lock taken. lock_got: it has the lock.
inline void lock_wait(const void* lock) { DTRACE_PROBE1(xomp, lock_wait, lock); }
inline void lock_got(const void* lock) { DTRACE_PROBE1(xomp, lock_got, lock); }

// A thread of the runtime's begins.
inline void thread_begin(std::int32_t worker) { DTRACE_PROBE1(xomp, thread_begin, worker); }

}  // namespace xomp::platform::probe
