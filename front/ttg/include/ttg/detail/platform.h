// All that the front end knows of the system, the processor and the compiler; and the atomics of its protocols. A test may put others
// in their place, which count themselves or explore (XOMP_TTG_ATOMIC, a template with std::atomic's interface; XOMP_TTG_YIELD, a function).
#ifndef XOMP_TTG_DETAIL_PLATFORM_H
#define XOMP_TTG_DETAIL_PLATFORM_H

#include <atomic>
#include <cfenv>
#include <thread>

#ifndef XOMP_TTG_ATOMIC
#define XOMP_TTG_ATOMIC std::atomic
#endif
#ifndef XOMP_TTG_YIELD
#define XOMP_TTG_YIELD std::this_thread::yield
#endif

namespace ttg::detail {

template <class T>
using Atomic = XOMP_TTG_ATOMIC<T>;

// Asks for the line to be brought near for a write: others give up their copies meanwhile. The address should be valid, because
// processors may take as long over another one as for a page that is missing.
inline void prefetch_to_write(const void* address) {
#if defined(__x86_64__)
  // By a builtin, compilers make it a read unless they are told of the processor. Every 64-bit processor takes this
  // instruction, if only as a nop.
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(address)));
#else
  __builtin_prefetch(address, 1);
#endif
}

// Makes division by zero, overflow and invalid operations end the program, where the C library can do that.
inline void trap_float_errors() {
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
  feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
#endif
}

}  // namespace ttg::detail

#endif
