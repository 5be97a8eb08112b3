// What a target takes from its input, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace xomp::fuzz {

// 0 behind the end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t count) : at_(data), end_(data + count) {}
  bool empty() const { return at_ == end_; }
  std::uint8_t take() { return empty() ? 0 : *at_++; }
  std::uint64_t take_several(int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) value |= std::uint64_t{take()} << 8 * i;
    return value;
  }
  const std::uint8_t* rest() const { return at_; }
  std::size_t count() const { return static_cast<std::size_t>(end_ - at_); }

 private:
  const std::uint8_t *at_, *end_;
};

// Borders, and what lies beside them.
inline std::uint64_t odd_number(std::uint8_t which) {
  static constexpr std::uint64_t kNumbers[] = {0,
                                               1,
                                               255,
                                               0xffff,
                                               0x7fffffff,
                                               0xffffffff,
                                               std::uint64_t{1} << 40,
                                               (std::uint64_t{1} << 40) - 1,
                                               (std::uint64_t{1} << 48) - 1,
                                               std::uint64_t{1} << 62,
                                               (std::uint64_t{1} << 63) - 1,
                                               UINT64_MAX};
  return kNumbers[which % std::size(kNumbers)];
}

}  // namespace xomp::fuzz
