// Loops over every integer type up to its limits, in both directions, with every kind of schedule: each value once.
#include <climits>
#include <cstdint>
#include <initializer_list>

#include "check.h"

namespace {

constexpr int kMost = 64;

// The loop's values are start, start + step, ... ; counted by their number.
template <class T>
struct Seen {
  explicit Seen(T first_value) : first(first_value) {}
  void see(T value, T step) {
    const auto distance = step > 0 ? static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(first)
                                   : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(value);
    const auto stride = static_cast<std::uint64_t>(step > 0 ? step : T(0) - step);
    const std::uint64_t index = distance / stride;
    CHECK(distance % stride == 0 && index < kMost);
    if (index < kMost) __atomic_add_fetch(&count[index], 1, __ATOMIC_RELAXED);
  }
  void check(int n) {
    for (int i = 0; i < kMost; ++i) CHECK_EQUAL(count[i], i < n ? 1 : 0);
  }
  T first;
  int count[kMost] = {};
};

template <class T>
void upwards(T from, T to, T step, int n) {
  Seen<T> statically(from), chunked(from), dynamically(from), guided(from), runtime(from), ordered(from);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (T i = from; i < to; i += step) statically.see(i, step);
#pragma omp for schedule(static, 2) nowait
    for (T i = from; i < to; i += step) chunked.see(i, step);
#pragma omp for schedule(dynamic, 3) nowait
    for (T i = from; i < to; i += step) dynamically.see(i, step);
#pragma omp for schedule(guided) nowait
    for (T i = from; i < to; i += step) guided.see(i, step);
#pragma omp for schedule(runtime) nowait
    for (T i = from; i < to; i += step) runtime.see(i, step);
#pragma omp for schedule(dynamic) ordered
    for (T i = from; i < to; i += step) {
#pragma omp ordered
      ordered.see(i, step);
    }
  }
  for (Seen<T>* s : {&statically, &chunked, &dynamically, &guided, &runtime, &ordered}) s->check(n);
}

// Signed types.
template <class T>
void downwards(T from, T to, T step, int n) {
  Seen<T> statically(from), chunked(from), dynamically(from), guided(from);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (T i = from; i > to; i -= step) statically.see(i, -step);
#pragma omp for schedule(static, 2) nowait
    for (T i = from; i > to; i -= step) chunked.see(i, -step);
#pragma omp for schedule(dynamic, 3) nowait
    for (T i = from; i > to; i -= step) dynamically.see(i, -step);
#pragma omp for schedule(guided) nowait
    for (T i = from; i > to; i -= step) guided.see(i, -step);
  }
  for (Seen<T>* s : {&statically, &chunked, &dynamically, &guided}) s->check(n);
}

}  // namespace

int main() {
  upwards<int>(0, 10, 1, 10);
  upwards<int>(5, 5, 1, 0);
  upwards<int>(INT_MIN, INT_MIN + 9, 2, 5);
  upwards<int>(INT_MAX - 20, INT_MAX - 3, 3, 6);
  upwards<int>(-1000000000, 1000000000, 100000000, 20);
  upwards<unsigned>(UINT_MAX - 12, UINT_MAX - 2, 1, 10);
  upwards<unsigned>(0, 2000000000u, 500000000u, 4);
  upwards<long>(LONG_MIN, LONG_MIN + 30, 7, 5);
  upwards<long>(-4000000000000000000L, 4000000000000000000L, 1000000000000000000L, 8);
  upwards<unsigned long long>(ULLONG_MAX - 22, ULLONG_MAX - 2, 2, 10);
  upwards<unsigned long long>(1, 2 + 3 * (ULLONG_MAX / 8), ULLONG_MAX / 8, 4);
  upwards<short>(-5, 20, 5, 5);
  upwards<unsigned char>(10, 60, 10, 5);
  downwards<int>(10, 0, 1, 10);
  downwards<long>(LONG_MIN + 40, LONG_MIN + 1, 4, 10);
  return check_result();
}
