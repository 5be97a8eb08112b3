// Memory for what is explored: the same addresses in every execution, zeroed, never used twice within one.
#pragma once

#include <cstddef>

namespace xomp::models {

class Arena {
 public:
  Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* allocate(std::size_t bytes, std::size_t alignment = 64);
  void begin();  // a new execution: all of it is free and zeroed

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 30;  // of addresses
  char* start_;
  std::size_t used_ = 0;
};

}  // namespace xomp::models
