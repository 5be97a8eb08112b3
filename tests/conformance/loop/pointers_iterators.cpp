// Loops over pointers, random access iterators and ranges.
// flags: -std=c++20
#include <omp.h>

#include <deque>
#include <vector>

#include "check.h"

int main() {
  std::vector<int> values(1000);
  for (int i = 0; i < 1000; i++) values[i] = i;
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
  for (std::vector<int>::iterator i = values.begin(); i < values.end(); ++i) sum += *i;
  CHECK_EQUAL(sum, 499500);
  sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (const int* i = values.data() + 999; i >= values.data(); i -= 3) sum += *i;
  CHECK_EQUAL(sum, 166833);
  sum = 0;
  std::deque<long> more(values.begin(), values.end());
#pragma omp parallel for reduction(+ : sum) schedule(guided)
  for (auto i = more.cbegin(); i != more.cend(); ++i) sum += *i;
  CHECK_EQUAL(sum, 499500);
  sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int value : values) sum += value;
  CHECK_EQUAL(sum, 499500);
  return check_result();
}
