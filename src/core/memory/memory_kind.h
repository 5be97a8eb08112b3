// Kinds of memory: the C library's heap, and those of the memkind library where it is installed. The library is looked
// for at the first request for another kind than the ordinary. Any thread.
#pragma once

#include <cstddef>

namespace xomp::memory {

enum class Kind : unsigned char {
  ordinary,
  high_bandwidth_interleaved,
  high_bandwidth_preferred,
  large_capacity_all,
  large_capacity,
  interleaved,
};

// Says whether this machine has the kind.
bool is_available(Kind kind);

enum class Content : bool { undefined, zeroed };

// Like malloc and calloc, aligned to 16 bytes; return_memory knows the block's kind from the caller.
void* take_memory(std::size_t bytes, Content content, Kind kind);
void return_memory(void* start, Kind kind);

}  // namespace xomp::memory
