// The auxiliary vector and environ.
#include "platform/process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include "platform/thread.h"

namespace xomp::platform {

bool has_raised_privileges() { return getauxval(AT_SECURE) != 0; }

bool runs_under_valgrind() {
  const char* preloaded = getenv("LD_PRELOAD");
  return preloaded != nullptr && strstr(preloaded, "/vgpreload_") != nullptr;
}

namespace {

// Reads a file of /proc. It is opened each time: programs that become daemons close all files, and a kept number would then be one of theirs.
// Returns an empty text if it cannot be read.
template <std::size_t kRoom>
const char* read_text(const char* path, char (&text)[kRoom]) {
  const HeldCancellation held;
  const int saved = errno;
  long length = -1;
  if (const int file = open(path, O_RDONLY | O_CLOEXEC); file >= 0) {
    length = read(file, text, kRoom - 1);
    close(file);
  }
  errno = saved;
  text[length > 0 ? length : 0] = '\0';
  return text;
}

// The number behind `name` in /proc/self/status, where `name` is a newline and "Name:"; 0 if it is not there.
long status_number(const char* name) {
  char text[4096];
  const char* line = strstr(read_text("/proc/self/status", text), name);
  return line != nullptr ? strtol(line + strlen(name), nullptr, 10) : 0;
}

}  // namespace

int thread_count() { return static_cast<int>(status_number("\nThreads:")); }

long peak_memory_kib() { return status_number("\nVmHWM:"); }

std::uint64_t thread_processor_ns() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

std::uint64_t thread_delay_ns() {
  char text[96];
  const char* const running = read_text("/proc/thread-self/schedstat", text);  // "running delay slices"
  char *delay = nullptr, *end = nullptr;
  strtoull(running, &delay, 10);
  const std::uint64_t ns = strtoull(delay, &end, 10);
  return end != delay ? ns : UINT64_MAX;
}

std::uint64_t thread_switches_given() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<std::uint64_t>(usage.ru_nvcsw);
}

const char* const* environment() {
  static const char* const nothing[] = {nullptr};
  return environ != nullptr ? environ : nothing;
}

void set_variable(const char* name, const char* value) { setenv(name, value, 1); }

}  // namespace xomp::platform
