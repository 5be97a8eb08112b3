// affinity-format-var: the one ICV that is a text which threads may change and read at the same time.
#include <algorithm>
#include <cstring>

#include "core/icv/icv.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::icv {

namespace {

// Guards global.affinity_format; held for one copy of at most kAffinityFormatBytes.
atomic<bool> busy{false};

void lock() {
  for (int i = 0; busy.exchange(true, acquire); ++i) {
    if (i < 64) platform::cpu_relax();
    else platform::yield_processor();
  }
}

void unlock() { busy.store(false, release); }

class Guard {
 public:
  Guard() { lock(); }
  ~Guard() { unlock(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
};

}  // namespace

void hold_affinity_format_for_fork() { lock(); }
void release_affinity_format_after_fork() { unlock(); }

void set_affinity_format(const char* text, std::size_t length) {
  const std::size_t kept = std::min(length, kAffinityFormatBytes - 1);
  const Guard guard;
  std::memcpy(global.affinity_format, text, kept);
  global.affinity_format[kept] = '\0';
}

std::size_t get_affinity_format(char* buffer, std::size_t capacity) {
  const Guard guard;
  const std::size_t length = std::strlen(global.affinity_format);
  if (capacity != 0) {
    const std::size_t copied = std::min(length, capacity - 1);
    std::memcpy(buffer, global.affinity_format, copied);
    buffer[copied] = '\0';
  }
  return length;
}

}  // namespace xomp::icv
