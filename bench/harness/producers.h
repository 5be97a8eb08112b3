// Who makes how many of a run's independent tasks: the first threads of the team, in equal shares.
#pragma once

// `wanted` 0 = all threads.
static inline int producers_among(double wanted, int threads) {
  return wanted == 0 || wanted > threads ? threads : (int)wanted;
}

// Producer `i`'s part of `total`; 0 for who is none.
static inline long share_of(long total, int i, int producers) {
  return i < producers ? total / producers + (i < total % producers) : 0;
}
