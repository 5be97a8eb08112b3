// Random numbers of the stress programs: the same for the same seed. STRESS_SEED=n chooses it; a failing program prints it.
#ifndef SEED_H
#define SEED_H

#include <stdint.h>

#include "check.h"

static inline uint32_t random_number(uint32_t* state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

static inline uint32_t random_below(uint32_t* state, uint32_t n) { return (random_number(state) >> 8) % n; }

static inline uint32_t first_seed(void) {
  const char* text = getenv("STRESS_SEED");
  uint32_t seed = text ? (uint32_t)strtoul(text, NULL, 0) : 20261121u;
  return seed ? seed : 1;
}

static inline int stress_result(void) {
  if (check_result()) fprintf(stderr, "STRESS_SEED=%u\n", first_seed());
  return check_result();
}

#endif
