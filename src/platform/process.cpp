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

namespace {

// The number behind `name` in /proc/self/status, where `name` is a newline and "Name:"; 0 if it is not there.
long status_number(const char* name) {
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
  const char* line = strstr(text, name);
  return line != nullptr ? strtol(line + strlen(name), nullptr, 10) : 0;
}

}  // namespace

int thread_count() { return static_cast<int>(status_number("\nThreads:")); }

long peak_memory_kib() { return status_number("\nVmHWM:"); }

const char* const* environment() {
  static const char* const nothing[] = {nullptr};
  return environ != nullptr ? environ : nothing;
}

void set_variable(const char* name, const char* value) { setenv(name, value, 1); }

}  // namespace xomp::platform
