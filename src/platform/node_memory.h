// Small pieces that live as long as the process, on the NUMA node that the caller names. Any thread. Where the system
// has one node, or lets nobody choose (an old kernel, a container's filter), they are memory like any other.
#pragma once

#include <cstddef>

#include "platform/short_lock.h"

namespace xomp::platform {

// Requests the memory of these pages, none of which has been touched, from that node as long as it has some (mbind,
// MPOL_PREFERRED). Returns false if the system does not do that, and nothing has changed. Keeps errno.
bool prefer_node(void* start, std::size_t bytes, int node);

class NodeMemory {
 public:
  using Prefer = bool (*)(void* start, std::size_t bytes, int node);

  constexpr explicit NodeMemory(Prefer prefer) : prefer_(prefer) {}
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  // Returns zeroed memory, aligned to a cache line, or nullptr when there is none. `node`: the system's number.
  void* allocate(std::size_t bytes, int node);

  // Around fork(), as in memory.h.
  void hold() { lock_.lock(); }
  void let_go() { lock_.unlock(); }

 private:
  static constexpr int kNodes = 64;  // pieces for higher ones are cut from anywhere
  // This many bytes of addresses, since a page has memory only once it is touched.
  static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;

  // Pieces are cut from its front.
  struct Block {
    char* next = nullptr;
    char* end = nullptr;
  };

  void* map(std::size_t bytes, int node);

  Prefer prefer_;
  ShortLock lock_;  // guards blocks_, for a few instructions and a system call a block
  Block blocks_[kNodes];
};

// The only object of this class in the process.
extern NodeMemory node_memory;

}  // namespace xomp::platform
