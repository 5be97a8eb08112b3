// Whether something watches each access of the process's memory: AddressSanitizer, or valgrind's memcheck. Memory that lies in lists of ours
// is in use for them. What is given back and touched afterwards is found only if it came from their own malloc(), which these hand out:
// with each piece they say who took it and who gave it back. Slow; nothing is lost without a checker, as only slow paths ask.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Any thread; the same answer for the process's life.
bool has_memory_checker();
// Aligned to a cache line; nullptr when there is no memory.
void* take_checked(std::size_t bytes);
void give_checked_back(void* memory);

}  // namespace xomp::platform
