// What the test programs of tests/ranks share.
#pragma once

#include <ttg.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>

#define CHECK(condition)                                                                                       \
  do {                                                                                                         \
    if (!(condition)) {                                                                                        \
      std::fprintf(stderr, "%s:%d: process %d: %s is false\n", __FILE__, __LINE__, ttg::rank(), #condition);   \
      ttg::abort();                                                                                            \
    }                                                                                                          \
  } while (0)

// What all processes have together.
template <class T>
T sum_of(const std::atomic<T>& mine) {
  T sum = mine;
  ttg::ttg_sum(ttg::default_execution_context(), sum);
  return sum;
}
