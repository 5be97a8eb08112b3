// Sets of processors as people and the system write them: "0-3,8".
#pragma once

#include <cstddef>

#include "topology/processor_set.h"

namespace xomp::topology {

// Reads "0-3,8" and a line's end behind it; false if the text is anything else. The empty list is good.
bool read_processor_list(const char* text, ProcessorSet& set);

// Writes the numbers, which must be in ascending order. At most capacity - 1 bytes and a NUL; ends in "..." if that is
// too little. Returns the length of the text.
std::size_t write_processor_list(const int* processors, int count, char* buffer, std::size_t capacity);

}  // namespace xomp::topology
