// Pages by mmap, and a bump allocator for what is never freed.
#include "platform/memory.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/cpu.h"
#include "platform/heap.h"
#include "platform/message.h"
#include "platform/node_memory.h"
#include "platform/short_lock.h"

namespace xomp::platform {

namespace {

// A chunk is twice as large as the one before, because the system maps for one thread at a time, and thousands of
// threads that want a piece wait for the one that has to map. The largest chunks are large pages. If they are needed,
// there are thousands of threads, and each would begin with a page fault for each of its structures.
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

// Pieces are cut from its front.
struct Chunk {
  char* next;
  char* end;

  char* cut(std::size_t bytes, std::size_t alignment) {
    const std::uintptr_t at = (reinterpret_cast<std::uintptr_t>(next) + alignment - 1) & ~(alignment - 1);
    if (next == nullptr || at + bytes > reinterpret_cast<std::uintptr_t>(end)) return nullptr;
    next = reinterpret_cast<char*>(at + bytes);
    return reinterpret_cast<char*>(at);
  }
  bool has(std::size_t bytes) const { return next != nullptr && static_cast<std::size_t>(end - next) >= bytes; }
};

ShortLock chunk_lock;
Chunk chunk{nullptr, nullptr};               // under chunk_lock
std::size_t chunk_bytes = kFirstChunkBytes;  // of the next one; likewise
// A reserve for a process that has reached its limit. Its pages have no memory before they are touched.
constexpr std::size_t kReserveBytes = 512 * 1024;
alignas(4096) char reserved[kReserveBytes];
constinit Chunk reserve{reserved, reserved + kReserveBytes};  // under chunk_lock

// Called under chunk_lock. If a limit forbids a usual chunk, a small one may do.
bool take_new_chunk(std::size_t least) {
  for (std::size_t size = chunk_bytes; size >= least && size >= 4096; size /= 4) {
    char* const pages = static_cast<char*>(size == kLargestChunkBytes ? reserve_large_pages(size) : map_pages(size));
    if (pages == nullptr) continue;
    chunk = {pages, pages + size};
    if (chunk_bytes < kLargestChunkBytes) chunk_bytes *= 2;
    return true;
  }
  return false;
}

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

// Whole pages: where ThreadSanitizer forgets what was written here, it rounds an odd end down, and a thread that maps
// the address again would race with the last one.
void unmap_pages(void* start, std::size_t bytes) {
  const int saved = errno;
  const std::size_t odd = bytes % page_bytes();
  munmap(start, odd == 0 ? bytes : bytes + page_bytes() - odd);
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

namespace {

// A limit that the system enforces on each mapping, and where /proc/self/statm has what it counts.
struct Limit {
  decltype(RLIMIT_AS) which;
  const char* holds;
  char option;
  int field;
};
constexpr Limit kLimits[] = {{RLIMIT_AS, "address space", 'v', 0}, {RLIMIT_DATA, "data", 'd', 5}};

// Returns SIZE_MAX if there is no limit.
std::size_t bytes_of(const Limit& limit) {
  rlimit now;
  return getrlimit(limit.which, &now) != 0 || now.rlim_cur == RLIM_INFINITY ? SIZE_MAX : now.rlim_cur;
}

// Returns how much of it the process has now, or 0 if the system does not tell.
std::size_t used_of(const Limit& limit) {
  char text[128];
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = '\0';
  char* at = text;
  std::size_t pages = 0;
  for (int i = 0; i <= limit.field; ++i) pages = std::strtoull(at, &at, 10);
  return pages * page_bytes();
}

}  // namespace

LimitText memory_limit() {
  LimitText found{};
  for (const Limit& limit : kLimits) {
    const std::size_t bytes = bytes_of(limit);
    if (bytes == SIZE_MAX) continue;
    std::snprintf(found.text, sizeof found.text, " (a limit holds its %s to %zu KiB, ulimit -%c)", limit.holds,
                  bytes / 1024, limit.option);
    break;
  }
  return found;
}

bool has_memory_limit() {
  for (const Limit& limit : kLimits)
    if (bytes_of(limit) != SIZE_MAX) return true;
  return false;
}

bool limit_leaves(std::size_t bytes, std::size_t rest) {
  const int saved = errno;
  bool leaves = true;
  for (const Limit& limit : kLimits) {
    const std::size_t most = bytes_of(limit);
    if (most == SIZE_MAX) continue;
    const std::size_t kept = rest < most / 4 ? rest : most / 4;
    if (used_of(limit) + bytes > most - kept) leaves = false;
  }
  errno = saved;
  return leaves;
}

void out_of_memory(const char* what) { fatal("out of memory for %s%s", what, memory_limit().text); }

void hold_memory_for_fork() {
  hold_pieces_for_fork();
  node_memory.hold();
  chunk_lock.lock();
}
void release_memory_after_fork() {
  chunk_lock.unlock();
  node_memory.let_go();
  release_pieces_after_fork();
}

void* try_allocate_forever(std::size_t bytes, std::size_t alignment) {
  if (bytes >= kFirstChunkBytes / 4) return map_pages(bytes);
  const ShortGuard guard(chunk_lock);
  char* const piece = chunk.cut(bytes, alignment);
  return piece != nullptr || !take_new_chunk(bytes) ? piece : chunk.cut(bytes, alignment);
}

void* allocate_forever(std::size_t bytes, std::size_t alignment) {
  if (void* const piece = try_allocate_forever(bytes, alignment)) return piece;
  void* piece;
  {
    const ShortGuard guard(chunk_lock);
    piece = reserve.cut(bytes, alignment);
  }
  if (piece == nullptr) out_of_memory("runtime structures");
  return piece;
}

void* take_from_reserve(std::size_t bytes) {
  const ShortGuard guard(chunk_lock);
  return reserve.cut(bytes, cache_line);
}

bool has_memory_for(std::size_t bytes) {
  const ShortGuard guard(chunk_lock);
  return chunk.has(bytes) || take_new_chunk(bytes);
}

}  // namespace xomp::platform
