// Finds out whether a checker watches each access of the process's memory: AddressSanitizer, or valgrind's memcheck.
// Memory that lies in lists of ours is in use for them. What is given back and touched afterwards is found if it came
// from their own malloc(), which these hand out: with each piece they say who took it and who gave it back. Or we say
// what may not be touched, where the memory must stay ours. The question is slow. Without a checker that costs nothing,
// because only slow paths ask.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Any thread may ask. The answer is the same for the process's life.
bool has_memory_checker();
// Returns memory aligned to a cache line, or nullptr when there is none.
void* take_checked(std::size_t bytes);
void give_checked_back(void* memory);

// forbid: from now on the program may not touch these bytes. permit: it may, and they hold nothing yet. To be called
// only where a checker is. `memory` is aligned to 8 bytes. AddressSanitizer does not watch the library itself, but
// valgrind does.
void forbid(void* memory, std::size_t bytes);
void permit(void* memory, std::size_t bytes);

}  // namespace xomp::platform
