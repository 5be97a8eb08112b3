// Whether this process's mask is what a bound parent left behind. OMP_PROC_BIND binds the initial thread, and whatever that starts
// inherits its place: under libgomp, libomp and here. The list of the parent's threads is read by the system call, because opendir()
// would call malloc.
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "topology/processors.h"
#include "topology/system_file.h"

namespace xomp::topology {

namespace {

// As the system writes them.
struct Entry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t bytes;
  std::uint8_t type;
  char name[1];
};

bool read_mask_of(long thread, ProcessorSet& mask) {
  mask = {};
  return thread > 0 && syscall(SYS_sched_getaffinity, thread, sizeof mask, mask.words()) > 0;
}

// Adds the masks of all threads that `folder` (/proc/PID/task) names.
void add_masks(int folder, ProcessorSet& all) {
  alignas(Entry) char buffer[4096];
  long bytes;
  while ((bytes = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const Entry*>(buffer + at);
      ProcessorSet mask;
      if (read_mask_of(strtol(entry->name, nullptr, 10), mask)) all |= mask;
      at += entry->bytes;
    }
  }
}

}  // namespace

bool is_left_by_parent(const ProcessorSet& own) {
  const int saved = errno;
  const pid_t parent = getppid();
  ProcessorSet mask, all;
  if (read_mask_of(parent, mask) && mask == own) {
    Path path("/proc/");
    const int folder = open(path.add(parent).add("/task").text(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
      add_masks(folder, all);
      close(folder);
    }
  }
  errno = saved;
  return all.count() > own.count();
}

}  // namespace xomp::topology
