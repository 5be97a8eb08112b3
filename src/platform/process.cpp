// The auxiliary vector and environ.
#include "platform/process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "platform/thread.h"

namespace xomp::platform {

bool has_raised_privileges() { return getauxval(AT_SECURE) != 0; }

bool runs_under_valgrind() {
  const char* preloaded = getenv("LD_PRELOAD");
  return preloaded != nullptr && strstr(preloaded, "/vgpreload_") != nullptr;
}

int thread_count() {
  const HeldCancellation held;
  const int saved = errno;
  char text[4096];
  long length = -1;
  if (const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC); file >= 0) {
    length = read(file, text, sizeof text - 1);
    close(file);
  }
  errno = saved;
  if (length <= 0) return 0;
  text[length] = '\0';
  const char* line = strstr(text, "\nThreads:");
  return line != nullptr ? static_cast<int>(strtol(line + 9, nullptr, 10)) : 0;
}

const char* const* environment() {
  static const char* const nothing[] = {nullptr};
  return environ != nullptr ? environ : nothing;
}

}  // namespace xomp::platform
