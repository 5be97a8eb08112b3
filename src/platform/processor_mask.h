// A set of processors, as the system numbers them, and the calling thread's binding.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::platform {

class ProcessorMask {
 public:
  static constexpr int kMaxProcessors = 8192;  // what Linux can be built for

  bool has(int processor) const { return (words_[word(processor)] >> bit(processor) & 1) != 0; }
  void add(int processor) { words_[word(processor)] |= std::uint64_t{1} << bit(processor); }
  void remove(int processor) { words_[word(processor)] &= ~(std::uint64_t{1} << bit(processor)); }
  int count() const;
  // The first processor of the set from `from` on; -1 if there is none.
  int next(int from) const;

  // The processors that the calling thread may run on. 0, or errno.
  int read_own();
  int bind_self() const;

 private:
  static std::size_t word(int processor) { return static_cast<std::size_t>(processor) / 64; }
  static int bit(int processor) { return processor % 64; }

  std::uint64_t words_[kMaxProcessors / 64] = {};
};

}  // namespace xomp::platform
