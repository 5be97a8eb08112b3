#include "core/memory/copy_block.h"

#include <cstdint>
#include <cstring>

#include "platform/heap.h"
#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::memory {

CopyBlock::CopyBlock(std::size_t bytes)
    : bytes_(bytes), start_(bytes != 0 ? platform::take_piece(bytes) : nullptr), end_(static_cast<char*>(start_)) {
  if (start_ == nullptr && bytes != 0) platform::out_of_memory("a target region's data");
}

CopyBlock::~CopyBlock() { platform::give_piece_back(start_, bytes_); }

void* CopyBlock::add(const void* variable, std::size_t bytes, std::size_t alignment) {
  const std::size_t over = reinterpret_cast<std::uintptr_t>(end_) & (alignment - 1);
  char* const place = over == 0 ? end_ : end_ + (alignment - over);
  std::memcpy(place, variable, bytes);
  end_ = place + bytes;
  return place;
}

}  // namespace xomp::memory
