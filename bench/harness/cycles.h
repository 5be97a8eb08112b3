// The processor's time stamp counter: ticks of a constant rate, which need not be the clock of the cores.
#pragma once

#include <stdint.h>

static inline uint64_t cycles_now(void) {
#if defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return __builtin_ia32_rdtsc();
#endif
}
