// Memory straight from the system: zeroed pages, aligned to a page. Nothing in libxomp.so calls malloc or new for its
// own structures, so that it works inside allocators, signal-unsafe moments and after fork.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Zeroed pages, at least `bytes` long; nullptr when the system has none. Any thread.
void* map_pages(std::size_t bytes);
// The same, but address space only: pages appear when touched and are not counted before.
void* reserve_pages(std::size_t bytes);
// The same for what fills up from its front: in large pages where the system has them on request, as one fault then
// does for hundreds.
void* reserve_large_pages(std::size_t bytes);
void unmap_pages(void* start, std::size_t bytes);
// Gives the memory of whole pages back, not their addresses: they read as zeroes when touched again. Keeps errno.
void empty_pages(void* start, std::size_t bytes);
std::size_t page_bytes();

// Keeps whole pages in memory (mlock); false if the limit for that is reached. Keeps errno.
bool pin_pages(void* start, std::size_t bytes);
void unpin_pages(void* start, std::size_t bytes);

// A message naming `what` on stderr, then abort: for structures without which nothing can go on.
[[noreturn]] void out_of_memory(const char* what);

// Small pieces that live as long as the process: zeroed, `alignment` a power of two up to 4096. Aborts with a message
// when there is no memory. Any thread.
void* allocate_forever(std::size_t bytes, std::size_t alignment = 64);

// Around fork(): holds the locks of allocate_forever and NodeMemory, so that the child does not find them taken by a
// thread it does not have.
void hold_memory_for_fork();
void release_memory_after_fork();

}  // namespace xomp::platform
