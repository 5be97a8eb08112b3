#include "core/memory/copy_block.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::memory {

CopyBlock::CopyBlock(std::size_t bytes)
    : start_(bytes != 0 ? std::malloc(bytes) : nullptr), end_(static_cast<char*>(start_)) {
  if (start_ == nullptr && bytes != 0) platform::out_of_memory("a target region's data");
}

CopyBlock::~CopyBlock() { std::free(start_); }

void* CopyBlock::add(const void* variable, std::size_t bytes, std::size_t alignment) {
  const std::size_t over = reinterpret_cast<std::uintptr_t>(end_) & (alignment - 1);
  char* const place = over == 0 ? end_ : end_ + (alignment - over);
  std::memcpy(place, variable, bytes);
  end_ = place + bytes;
  return place;
}

}  // namespace xomp::memory
