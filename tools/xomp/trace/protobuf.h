// Protocol buffers' wire format, as far as a trace needs it: varints, fixed 64-bit numbers, texts and messages. A message that is
// cleared keeps its memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace xomp::tool {

class Message {
 public:
  void number(std::uint32_t field, std::uint64_t value) {
    key(field, 0);
    varint(value);
  }
  void fixed(std::uint32_t field, std::uint64_t value) {
    key(field, 1);
    char digits[8];
    for (int i = 0; i < 8; ++i) digits[i] = static_cast<char>(value >> 8 * i & 0xff);
    bytes_.append(digits, sizeof digits);
  }
  void real(std::uint32_t field, double value) {
    std::uint64_t bits;
    static_assert(sizeof bits == sizeof value);
    __builtin_memcpy(&bits, &value, sizeof bits);
    fixed(field, bits);
  }
  void text(std::uint32_t field, std::string_view value) {
    key(field, 2);
    varint(value.size());
    bytes_ += value;
  }
  void message(std::uint32_t field, const Message& inner) { text(field, inner.bytes_); }

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  void key(std::uint32_t field, std::uint32_t type) { varint(std::uint64_t{field} << 3 | type); }
  void varint(std::uint64_t value) {
    char digits[10];
    std::size_t n = 0;
    for (; value > 0x7f; value >>= 7) digits[n++] = static_cast<char>(value | 0x80);
    digits[n++] = static_cast<char>(value);
    bytes_.append(digits, n);
  }

  std::string bytes_;
};

}  // namespace xomp::tool
