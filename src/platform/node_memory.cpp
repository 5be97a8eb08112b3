// mbind(2), without libnuma.
#include "platform/node_memory.h"

#include <cerrno>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/cpu.h"
#include "platform/memory.h"

namespace xomp::platform {

namespace {

constexpr int kMaskBits = 1024;
constexpr int kWordBits = 8 * sizeof(unsigned long);

}  // namespace

constinit NodeMemory node_memory(prefer_node);

bool prefer_node(void* start, std::size_t bytes, int node) {
  if (node < 0 || node >= kMaskBits) return false;
  unsigned long mask[kMaskBits / kWordBits] = {};
  mask[node / kWordBits] = 1ul << node % kWordBits;
  const int saved = errno;
  // The kernel takes one bit less than the number it gets.
  const long rc = syscall(SYS_mbind, start, bytes, MPOL_PREFERRED, mask, static_cast<unsigned long>(kMaskBits) + 1, 0u);
  errno = saved;
  return rc == 0;
}

void* NodeMemory::map(std::size_t bytes, int node) {
  void* const pages = map_pages(bytes);
  if (pages == nullptr) return nullptr;
  prefer_(pages, bytes, node);  // may fail: any memory will do
  return pages;
}

void* NodeMemory::allocate(std::size_t bytes, int node) {
  if (node < 0 || node >= kNodes) return try_allocate_forever(bytes);
  bytes = (bytes + cache_line - 1) & ~(cache_line - 1);
  if (bytes >= kBlockBytes / 4) return map(bytes, node);
  Block& block = blocks_[node];
  const ShortGuard guard(lock_);
  if (static_cast<std::size_t>(block.end - block.next) < bytes) {
    auto* const pages = static_cast<char*>(map(kBlockBytes, node));
    if (pages == nullptr) return nullptr;
    block = {pages, pages + kBlockBytes};
  }
  char* const piece = block.next;
  block.next += bytes;
  return piece;
}

}  // namespace xomp::platform
