// The slow steps of a wait and what is learnt from it.
#include "core/sleep/patience.h"

#include <sched.h>

namespace xomp::sleep {

namespace {
constexpr std::uint32_t kYields = 32;
constexpr std::uint32_t kMaxSpins = 4096;
constexpr std::uint32_t kMinSpins = 16;
}  // namespace

Step Patience::slow_step() {
  if (yields_ < kYields) {
    ++yields_;
    sched_yield();
    return Step::yielded;
  }
  return Step::sleep;
}

void Patience::finish() {
  if (yields_ == 0) {
    if (history_.spins < kMaxSpins) history_.spins += history_.spins / 8 + 1;
  } else if (history_.spins > kMinSpins) {
    history_.spins -= history_.spins / 4;
  }
}

}  // namespace xomp::sleep
