// Copies of a target region's firstprivate variables, side by side in one block: its own, or memory of the caller's. Made,
// filled and destroyed by one thread.
#pragma once

#include <cstddef>

namespace xomp::memory {

class CopyBlock {
 public:
  // Room for `bytes`: the sum of all variables' sizes and alignments. 0: none is needed.
  explicit CopyBlock(std::size_t bytes);
  // For memory that the caller has, with room for as much. It must outlive this object.
  explicit CopyBlock(void* memory) : bytes_(0), start_(nullptr), end_(static_cast<char*>(memory)) {}
  ~CopyBlock();
  CopyBlock(const CopyBlock&) = delete;
  CopyBlock& operator=(const CopyBlock&) = delete;

  // The place of a copy of the variable.
  void* add(const void* variable, std::size_t bytes, std::size_t alignment);

 private:
  const std::size_t bytes_;
  void* const start_;  // nullptr: the block is not its own
  char* end_;          // of the last copy
};

}  // namespace xomp::memory
