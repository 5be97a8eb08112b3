// Reads the memory of another process of this node, if the system lets it: one copy, without that process.
#ifndef XOMP_TTG_RANKS_TRANSPORT_NODE_MEMORY_H
#define XOMP_TTG_RANKS_TRANSPORT_NODE_MEMORY_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ttg::ranks {

// Returns false if the system refuses, or if such memory is not there.
inline bool read_memory(pid_t process, std::uint64_t address, void* to, std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;  // in one call
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t wanted = std::min(most, bytes - done);
    const ::iovec here{static_cast<char*>(to) + done, wanted}, there{reinterpret_cast<void*>(address + done), wanted};
    const ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

// By which others find out whether they can read this process's memory: another process may have the same number in its own container.
struct MemoryProbe {
  pid_t process = 0;
  std::uint64_t address = 0, value = 0;

  bool can_be_read() const {
    std::uint64_t there = 0;
    return read_memory(process, address, &there, sizeof there) && there == value;
  }
};

}  // namespace ttg::ranks

#endif
