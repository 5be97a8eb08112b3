// Small pieces of arithmetic.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>

namespace tf {

// The least power of two that is at least x; 0 gives 1.
template <typename T, std::enable_if_t<std::is_unsigned_v<T>, int> = 0>
constexpr T next_pow2(T x) {
  T power = 1;
  while (power < x && power != 0) power = static_cast<T>(power << 1);
  return power;
}
template <typename T>
constexpr bool is_pow2(const T& x) {
  return x != 0 && (x & (x - 1)) == 0;
}
template <typename T>
constexpr std::size_t floor_log2(T n) {
  std::size_t log = 0;
  while (n >>= 1) ++log;
  return log;
}
// Of a positive integer, rounded down; the name of 3.x.
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
constexpr int log2(T n) {
  return static_cast<int>(floor_log2(n));
}
template <std::size_t N>
constexpr std::size_t static_floor_log2() {
  return floor_log2(N);
}
template <typename T>
constexpr std::size_t ctz(T n) {
  std::size_t zeros = 0;
  for (; n != 0 && (n & 1) == 0; n >>= 1) ++zeros;
  return zeros;
}

template <typename T>
void atomic_max(std::atomic<T>& v, const T& least) noexcept {
  T seen = v.load(std::memory_order_relaxed);  // checked by the exchange
  while (seen < least && !v.compare_exchange_weak(seen, least)) {
  }
}
template <typename T>
void atomic_min(std::atomic<T>& v, const T& most) noexcept {
  T seen = v.load(std::memory_order_relaxed);  // checked by the exchange
  while (most < seen && !v.compare_exchange_weak(seen, most)) {
  }
}

// A number that no other call in the program returns.
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
T unique_id() {
  static std::atomic<T> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);  // a number by itself
}

// For iterators, by what they point to: which one is the median, and an order by swaps.
template <typename It, typename C>
It median_of_three(It a, It b, It c, C less) {
  if (less(*b, *a)) std::swap(a, b);
  if (!less(*c, *b)) return b;
  return less(*c, *a) ? a : c;
}
template <typename It, typename C>
It pseudo_median_of_nine(It first, It last, C less) {
  const auto part = (last - first) / 8;
  const auto of = [&](auto a, auto b, auto c) { return median_of_three(first + a, first + b, first + c, less); };
  return median_of_three(of(0 * part, 1 * part, 2 * part), of(3 * part, 4 * part, 5 * part),
                         of(6 * part, 7 * part, last - first - 1), less);
}
template <typename It, typename C>
void sort2(It a, It b, C less) {
  if (less(*b, *a)) std::iter_swap(a, b);
}
template <typename It, typename C>
void sort3(It a, It b, It c, C less) {
  sort2(a, b, less);
  sort2(b, c, less);
  sort2(a, b, less);
}

// A number that differs from call to call.
template <typename T>
T seed() noexcept {
  return static_cast<T>(std::chrono::system_clock::now().time_since_epoch().count());
}

// The largest number below n without a common divisor; 1 if there is none.
constexpr std::size_t coprime(std::size_t n) {
  if (n < 3) return 1;
  std::size_t c = n - 1;
  while (std::gcd(c, n) != 1) --c;
  return c;
}
template <std::size_t N>
constexpr std::array<std::size_t, N> make_coprime_lut() {
  static_assert(N > 0, "the table has at least one place");
  std::array<std::size_t, N> table{};
  for (std::size_t i = 0; i < N; ++i) table[i] = coprime(i);
  return table;
}

// Marsaglia's xorshift generators of 32 and 64 bits. The seed must not be 0.
template <typename T>
class Xorshift {
  static_assert(std::is_unsigned_v<T> && (sizeof(T) == 4 || sizeof(T) == 8), "T has 32 or 64 bits");

 public:
  Xorshift() = default;
  Xorshift(T value) : state_(value) {}
  void seed(T value) { state_ = value; }
  T operator()() {
    if constexpr (sizeof(T) == 8) {
      state_ ^= state_ << 13;
      state_ ^= state_ >> 7;
      state_ ^= state_ << 17;
    } else {
      state_ ^= state_ << 13;
      state_ ^= state_ >> 17;
      state_ ^= state_ << 5;
    }
    return state_;
  }

 private:
  T state_;
};

}  // namespace tf
