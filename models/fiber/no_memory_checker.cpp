// Stands in for src/platform/memory_checker.cpp: none watches a model's memory.
#include "platform/memory_checker.h"

#include <cstdlib>

namespace xomp::platform {

bool has_memory_checker() { return false; }

// Called only where one watches.
void* take_checked(std::size_t) { std::abort(); }
void give_checked_back(void*) { std::abort(); }
void forbid(void*, std::size_t) { std::abort(); }
void permit(void*, std::size_t) { std::abort(); }

}  // namespace xomp::platform
