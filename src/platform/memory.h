// Memory straight from the system: zeroed pages, aligned to a page. Threads, teams, deques and task descriptors live in
// it, so that plain tasks and regions work inside an allocator and in fork()'s child. Rarer constructs use malloc:
// taskgroups, task reductions, long lists of dependences, mutexinoutset, copies of threadprivate variables.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Zeroed pages, at least `bytes` long; nullptr when the system has none. Any thread.
void* map_pages(std::size_t bytes);
// As map_pages(), but address space only: pages appear when touched and are not counted before.
void* reserve_pages(std::size_t bytes);
// As reserve_pages(), for memory that fills up from its front: in large pages where the system has them on request,
// because one fault then does for hundreds.
void* reserve_large_pages(std::size_t bytes);
void unmap_pages(void* start, std::size_t bytes);
// Gives the memory of whole pages back, not their addresses: they read as zeroes when touched again. Keeps errno.
void empty_pages(void* start, std::size_t bytes);
std::size_t page_bytes();

// Keeps whole pages in memory (mlock); false if the limit for that is reached. Keeps errno.
bool pin_pages(void* start, std::size_t bytes);
void unpin_pages(void* start, std::size_t bytes);

// Prints a message naming `what` on stderr and aborts: for structures without which nothing can go on.
[[noreturn]] void out_of_memory(const char* what);

// Small pieces that live as long as the process, zeroed. `alignment`: a power of two up to 4096. Aborts with a message
// when there is no memory. Any thread.
void* allocate_forever(std::size_t bytes, std::size_t alignment = 64);

// Called around fork(): holds the locks of allocate_forever and NodeMemory, so that the child does not find them taken
// by a thread that it does not have.
void hold_memory_for_fork();
void release_memory_after_fork();

}  // namespace xomp::platform
