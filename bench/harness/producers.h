// How many independent tasks a run has, and which threads make them: the first ones of the team, in equal shares.
#pragma once

#include "problem.h"

// `wanted`, or if that is 0 as many tasks of about `each_ns` as suit the run's size, whatever their length.
static inline double tasks_of_size(const Run* run, double wanted, double each_ns) {
  static const double serial_ns[size_count] = {3e6, 150e6, 1.5e9, 8e9};
  if (wanted != 0) return wanted;
  const double fit = serial_ns[run->size] / (each_ns + 20);
  return fit < 16 ? 16 : (double)(long)fit;
}

// `wanted` 0 = all threads.
static inline int producers_among(double wanted, int threads) {
  return wanted == 0 || wanted > threads ? threads : (int)wanted;
}

// Producer `i`'s part of `total`; 0 for a thread that is no producer.
static inline long share_of(long total, int i, int producers) {
  return i < producers ? total / producers + (i < total % producers) : 0;
}
