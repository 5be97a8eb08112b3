// The ICVs' storage, and the reading of the process's own environment when the library is loaded. affinity-format-var
// is the one ICV that is a text which threads may change and read at the same time.
#include "core/icv/icv.h"

#include <algorithm>
#include <cstring>

#include "core/icv/environment.h"
#include "platform/process.h"
#include "platform/short_lock.h"

namespace xomp::icv {

constinit TaskIcv initial;
constinit GlobalIcv global;

void initialize(int processors) {
  const auto privileges = platform::has_raised_privileges() ? Privileges::raised : Privileges::ordinary;
  initialize_from(platform::environment(), processors, privileges);
}

namespace {

// Guards global.affinity_format; held for one copy of at most kAffinityFormatBytes.
platform::ShortLock format_lock;

}  // namespace

void hold_affinity_format_for_fork() { format_lock.lock(); }
void release_affinity_format_after_fork() { format_lock.unlock(); }

void set_affinity_format(const char* text, std::size_t length) {
  const std::size_t kept = std::min(length, kAffinityFormatBytes - 1);
  const platform::ShortGuard guard(format_lock);
  std::memcpy(global.affinity_format, text, kept);
  global.affinity_format[kept] = '\0';
}

std::size_t get_affinity_format(char* buffer, std::size_t capacity) {
  const platform::ShortGuard guard(format_lock);
  const std::size_t length = std::strlen(global.affinity_format);
  if (capacity != 0) {
    const std::size_t copied = std::min(length, capacity - 1);
    std::memcpy(buffer, global.affinity_format, copied);
    buffer[copied] = '\0';
  }
  return length;
}

}  // namespace xomp::icv
