// Pages by mmap, and a bump allocator for what is never freed.
#include "platform/memory.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/message.h"
#include "platform/node_memory.h"
#include "platform/short_lock.h"

namespace xomp::platform {

namespace {

// A chunk is twice as large as the one before. The system maps for one thread at a time, and thousands of threads that
// want a piece wait for the one that has to map.
constexpr std::size_t kFirstChunkBytes = 256 * 1024, kLargestChunkBytes = 8 << 20;
constexpr std::size_t kLargePage = std::size_t{2} << 20;  // of most systems; where it differs, this only aligns

// ThreadSanitizer takes mmap for a write by the calling thread, and so a load by a stale pointer (STALE-1 in
// core/task/descriptor_pool.h) for a race with it. The system's zeroes are older than the address, so nobody can come
// before them. ThreadSanitizer takes the bare system call for no write.
#ifdef __SANITIZE_THREAD__
void* system_map(std::size_t bytes, int protection, int flags) {
  return reinterpret_cast<void*>(syscall(SYS_mmap, nullptr, bytes, protection, flags, -1, off_t{0}));
}
#else
void* system_map(std::size_t bytes, int protection, int flags) {
  return mmap(nullptr, bytes, protection, flags, -1, 0);
}
#endif

void* map(std::size_t bytes, int extra_flags) {
  const int saved = errno;
  void* p = system_map(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | extra_flags);
  errno = saved;
  return p == MAP_FAILED ? nullptr : p;
}

// One chunk; pieces are cut from its front.
ShortLock chunk_lock;
std::size_t chunk_bytes = kFirstChunkBytes;  // of the next one
char* chunk_next = nullptr;
char* chunk_end = nullptr;

}  // namespace

void* map_pages(std::size_t bytes) { return map(bytes, 0); }
void* reserve_pages(std::size_t bytes) { return map(bytes, MAP_NORESERVE); }

void* reserve_large_pages(std::size_t bytes) {
  char* const pages = static_cast<char*>(reserve_pages(bytes + kLargePage));
  if (pages == nullptr) return nullptr;
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(pages) % kLargePage;
  const std::size_t before = odd == 0 ? 0 : kLargePage - odd;
  char* const start = pages + before;
  if (before != 0) unmap_pages(pages, before);
  if (before != kLargePage) unmap_pages(start + bytes, kLargePage - before);
  const int saved = errno;
  madvise(start, bytes, MADV_HUGEPAGE);  // may fail: EINVAL where the kernel has no such pages
  errno = saved;
  return start;
}

void empty_pages(void* start, std::size_t bytes) {
  const int saved = errno;
  if (bytes != 0) madvise(start, bytes, MADV_DONTNEED);
  errno = saved;
}

void unmap_pages(void* start, std::size_t bytes) {
  const int saved = errno;
  munmap(start, bytes);
  errno = saved;
}

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

bool pin_pages(void* start, std::size_t bytes) {
  const int saved = errno;
  const bool pinned = mlock(start, bytes) == 0;
  errno = saved;
  return pinned;
}

void unpin_pages(void* start, std::size_t bytes) {
  const int saved = errno;
  munlock(start, bytes);
  errno = saved;
}

void out_of_memory(const char* what) { fatal("out of memory for %s", what); }

void hold_memory_for_fork() {
  node_memory.hold();
  chunk_lock.lock();
}
void release_memory_after_fork() {
  chunk_lock.unlock();
  node_memory.let_go();
}

void* allocate_forever(std::size_t bytes, std::size_t alignment) {
  if (bytes >= kFirstChunkBytes / 4) {
    void* p = map_pages(bytes);
    if (p == nullptr) out_of_memory("runtime structures");
    return p;
  }
  chunk_lock.lock();
  auto aligned = [&] {
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(chunk_next) + alignment - 1) & ~(alignment - 1));
  };
  char* p = aligned();
  if (chunk_next == nullptr || p + bytes > chunk_end) {
    chunk_next = static_cast<char*>(map_pages(chunk_bytes));
    if (chunk_next == nullptr) out_of_memory("runtime structures");
    chunk_end = chunk_next + chunk_bytes;
    if (chunk_bytes < kLargestChunkBytes) chunk_bytes *= 2;
    p = aligned();
  }
  chunk_next = p + bytes;
  chunk_lock.unlock();
  return p;
}

}  // namespace xomp::platform
