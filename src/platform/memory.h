// Memory straight from the system: zeroed pages, aligned to a page. All that the runtime makes for itself lies in it, or
// in pieces of it (heap.h), so that OpenMP works inside an allocator and in fork()'s child. malloc serves only what the
// program asks for by an allocator or a target call of OpenMP (tests/abi/test_object.py has the list). The C library
// uses malloc for itself where the runtime starts a thread, learns a thread's stack or loads a library.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Returns zeroed pages, at least `bytes` long, or nullptr when the system has none. Any thread.
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

// Prints a message on stderr that names `what` and the limit in force, and aborts. For structures without which the
// program cannot continue.
[[noreturn]] void out_of_memory(const char* what);

// Small pieces that live as long as the process, zeroed. `alignment`: a power of two up to 4096. When the system has no
// memory a small reserve is used up first. Then the program is aborted with a message. Any thread.
void* allocate_forever(std::size_t bytes, std::size_t alignment = 64);
// As allocate_forever(), for what can be done without: leaves the reserve alone, and returns nullptr.
void* try_allocate_forever(std::size_t bytes, std::size_t alignment = 64);
// Says whether the next small pieces, of `bytes` together, can be had; other threads may take them before.
bool has_memory_for(std::size_t bytes);

// Takes memory from the reserve itself, aligned to a cache line. Returns nullptr when the reserve is used up.
void* take_from_reserve(std::size_t bytes);

// The limit on the process's memory that the system enforces, as a text " (...)". It is empty where there is none.
struct LimitText {
  char text[96];
};
LimitText memory_limit();
bool has_memory_limit();  // a system call or two
// Says whether that limit leaves `rest` bytes, or a quarter of itself if that is less, once `bytes` more are mapped; true
// where there is no limit. Two system calls; where there is a limit, a few microseconds. Keeps errno.
bool limit_leaves(std::size_t bytes, std::size_t rest);

// Called around fork(): holds the locks of allocate_forever and NodeMemory, so that the child does not find them taken
// by a thread that it does not have.
void hold_memory_for_fork();
void release_memory_after_fork();

}  // namespace xomp::platform
