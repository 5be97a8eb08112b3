// Stands in for src/core/sleep/pressure.h: no other program wants the virtual machine's processors.
#pragma once

#include <cstdint>

#include "core/sleep/own_threads.h"

namespace xomp::sleep {

inline bool others_want_processors() { return false; }
inline constexpr std::uint64_t kGap_ns = 100'000;
inline void note_gap(std::uint64_t) {}

class LoadWatch {
 public:
  void look() {}

 private:
  std::uint64_t unused_ = 0;
};

}  // namespace xomp::sleep
