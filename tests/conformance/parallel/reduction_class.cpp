// User-declared reductions over classes: initializer, combiner, constructors and destructors in balance; references; templates.
#include <omp.h>

#include <algorithm>
#include <string>
#include <vector>

#include "check.h"

static int alive;

struct Extent {
  long low, high, count;
  Extent() : low(1000), high(-1000), count(0) { add(&alive, 1); }
  Extent(const Extent& other) : low(other.low), high(other.high), count(other.count) { add(&alive, 1); }
  ~Extent() { add(&alive, -1); }
  void take(long value) {
    low = std::min(low, value);
    high = std::max(high, value);
    count++;
  }
  void merge(const Extent& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    count += other.count;
  }
};

#pragma omp declare reduction(merge : Extent : omp_out.merge(omp_in)) initializer(omp_priv = Extent())
#pragma omp declare reduction(append : std::vector<int> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))

template <typename T>
static T largest(const std::vector<T>& values) {
  T most = values[0];
#pragma omp parallel for reduction(max : most)
  for (std::size_t i = 0; i < values.size(); i++) most = std::max(most, values[i]);
  return most;
}

static void add_into(long& total) {
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 100; i++) total += i;
}

int main() {
  {
    Extent extent;
#pragma omp parallel for reduction(merge : extent)
    for (int i = 0; i < 1000; i++) extent.take(i - 300);
    CHECK_EQUAL(extent.low, -300);
    CHECK_EQUAL(extent.high, 699);
    CHECK_EQUAL(extent.count, 1000);
    std::vector<int> all;
#pragma omp parallel for reduction(append : all) schedule(dynamic)
    for (int i = 0; i < 1000; i++) all.push_back(i);
    std::sort(all.begin(), all.end());
    CHECK_EQUAL(all.size(), 1000);
    for (int i = 0; i < 1000; i++) CHECK_EQUAL(all[i], i);
    CHECK_NEAR(largest(std::vector<double>{1, 7.5, 3}), 7.5);
    CHECK_EQUAL(largest(std::vector<long>{1, 7, 30}), 30);
    long total = 5;
    add_into(total);
    CHECK_EQUAL(total, 4955);
  }
  CHECK_EQUAL(alive, 0);
  return check_result();
}
