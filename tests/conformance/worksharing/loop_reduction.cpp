// reduction on worksharing loops: every operator, several variables, arrays, a declared one, and with every schedule.
#include "check.h"

namespace {

struct Interval {
  int low = 1 << 30, high = -(1 << 30);
  void take(int v) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  void join(const Interval& other) {
    if (other.low < low) low = other.low;
    if (other.high > high) high = other.high;
  }
};
#pragma omp declare reduction(join : Interval : omp_out.join(omp_in))

constexpr int kCount = 1000;

void operators() {
  long sum = 7, product = 1;
  int all = 1, any = 0, most = -1, least = 1 << 30;
  unsigned ones = ~0u, either = 0, odd = 0;
  double half = 0.5;
  Interval range;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 7) reduction(+ : sum, half) reduction(* : product) reduction(&& : all) reduction(|| : any)
    for (int i = 1; i <= kCount; ++i) {
      sum += i;
      half += 0.25;
      if (i <= 10) product *= i;
      all = all && i > 0;
      any = any || i == 500;
    }
#pragma omp for schedule(guided) reduction(max : most) reduction(min : least) reduction(& : ones) reduction(| : either) reduction(^ : odd)
    for (int i = 0; i < kCount; ++i) {
      most = most > i ? most : i;
      least = least < i ? least : i;
      ones &= ~(1u << (i % 5));
      either |= 1u << (i % 9);
      odd ^= static_cast<unsigned>(i);
    }
#pragma omp for reduction(join : range)
    for (int i = -3; i < kCount; ++i) range.take(i);
  }
  unsigned odd_serially = 0;
  for (int i = 0; i < kCount; ++i) odd_serially ^= static_cast<unsigned>(i);
  CHECK_EQUAL(sum, 7 + kCount * (kCount + 1L) / 2);
  CHECK_EQUAL(product, 3628800);
  CHECK(all && any);
  CHECK_EQUAL(most, kCount - 1);
  CHECK_EQUAL(least, 0);
  CHECK_EQUAL(ones, ~31u);
  CHECK_EQUAL(either, 511u);
  CHECK_EQUAL(odd, odd_serially);
  CHECK_NEAR(half, 0.5 + 0.25 * kCount);
  CHECK_EQUAL(range.low, -3);
  CHECK_EQUAL(range.high, kCount - 1);
}

void arrays(int length) {
  int fixed[10] = {0};
  int* part = new int[length]();
#pragma omp parallel for reduction(+ : fixed) reduction(+ : part[ : length]) schedule(static, 3)
  for (int i = 0; i < kCount; ++i) {
    fixed[i % 10] += 1;
    part[i % length] += i;
  }
  for (int value : fixed) CHECK_EQUAL(value, kCount / 10);
  long sum = 0;
  for (int i = 0; i < length; ++i) sum += part[i];
  CHECK_EQUAL(sum, kCount * (kCount - 1L) / 2);
  delete[] part;
}

}  // namespace

int main() {
  for (int repetition = 0; repetition < 20; ++repetition) {
    operators();
    arrays(17);
  }
  return check_result();
}
