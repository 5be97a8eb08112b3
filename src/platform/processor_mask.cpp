// The system's calls for a thread's processors.
#include "platform/processor_mask.h"

#include <sched.h>

#include <bit>
#include <cerrno>

namespace xomp::platform {

int ProcessorMask::count() const {
  int count = 0;
  for (const std::uint64_t w : words_) count += std::popcount(w);
  return count;
}

int ProcessorMask::next(int from) const {
  for (int processor = from; processor < kMaxProcessors;) {
    const std::uint64_t rest = words_[word(processor)] >> bit(processor);
    if (rest != 0) return processor + std::countr_zero(rest);
    processor = (processor / 64 + 1) * 64;
  }
  return -1;
}

int ProcessorMask::read_own() {
  *this = ProcessorMask{};
  return sched_getaffinity(0, sizeof words_, reinterpret_cast<cpu_set_t*>(words_)) == 0 ? 0 : errno;
}

int ProcessorMask::bind_self() const {
  return sched_setaffinity(0, sizeof words_, reinterpret_cast<const cpu_set_t*>(words_)) == 0 ? 0 : errno;
}

}  // namespace xomp::platform
