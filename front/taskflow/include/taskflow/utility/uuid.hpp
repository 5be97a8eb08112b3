// UUID: a random identifier of 128 bits (version 4).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ostream>
#include <random>
#include <string>

namespace tf {

struct UUID {
  using value_type = std::uint8_t;
  using reference = std::uint8_t&;
  using const_reference = const std::uint8_t&;
  using iterator = std::uint8_t*;
  using const_iterator = const std::uint8_t*;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  UUID() {
    static thread_local std::mt19937_64 engine = [] {
      std::random_device device;
      std::seed_seq seed{device(), device(), device(), device()};
      return std::mt19937_64(seed);
    }();
    for (int half = 0; half < 2; ++half) {
      const std::uint64_t bits = engine();
      std::memcpy(data + 8 * half, &bits, 8);
    }
    data[6] = static_cast<std::uint8_t>((data[6] & 0x0f) | 0x40);  // version 4
    data[8] = static_cast<std::uint8_t>((data[8] & 0x3f) | 0x80);  // the usual variant
  }

  iterator begin() { return data; }
  const_iterator begin() const { return data; }
  iterator end() { return data + size(); }
  const_iterator end() const { return data + size(); }
  static constexpr std::size_t size() { return 16; }
  bool is_nil() const {
    for (const std::uint8_t byte : data)
      if (byte != 0) return false;
    return true;
  }
  void swap(UUID& other) { std::swap(data, other.data); }
  std::size_t hash_value() const {
    std::uint64_t halves[2];
    std::memcpy(halves, data, sizeof halves);
    return std::hash<std::uint64_t>()(halves[0] ^ (halves[1] * 0x9e3779b97f4a7c15u));
  }
  std::string to_string() const {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < size(); ++i) {
      if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
      text += digits[data[i] >> 4];
      text += digits[data[i] & 15];
    }
    return text;
  }

  friend bool operator==(const UUID& a, const UUID& b) { return std::memcmp(a.data, b.data, size()) == 0; }
  friend bool operator!=(const UUID& a, const UUID& b) { return !(a == b); }
  friend bool operator<(const UUID& a, const UUID& b) { return std::memcmp(a.data, b.data, size()) < 0; }
  friend bool operator>(const UUID& a, const UUID& b) { return b < a; }
  friend bool operator<=(const UUID& a, const UUID& b) { return !(b < a); }
  friend bool operator>=(const UUID& a, const UUID& b) { return !(a < b); }
  friend std::ostream& operator<<(std::ostream& os, const UUID& id) { return os << id.to_string(); }

  std::uint8_t data[16];
};

}  // namespace tf

template <>
struct std::hash<tf::UUID> {
  std::size_t operator()(const tf::UUID& id) const { return id.hash_value(); }
};
