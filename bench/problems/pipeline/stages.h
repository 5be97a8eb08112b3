// What the versions of this folder share: tokens that pass the same stages one after another. Each stage takes them in order, and
// as many tokens are on their way as there are lines.
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "../../harness/problem.h"

enum { tokens_parameter, rounds_parameter };
enum { stage_count = 8 };

static const Parameter parameters[] = {
    {"tokens", "that pass the stages", {100, 10000, 200000, 1000000}, 1, 1e8},
    {"rounds", "steps of a random number generator a stage takes for each token", {20, 20, 20, 20}, 0, 1e6},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long tokens, rounds;
static uint64_t states[stage_count];  // of the stages, which see the tokens in order
static uint64_t wanted;

// A stage mixes the token with its own state, so that the result says whether the order was kept.
static inline uint64_t pass(int stage, uint64_t token) {
  uint64_t state = states[stage] ^ token;
  for (long i = 0; i < rounds; ++i) state = next_random(&state);
  states[stage] = next_random(&state);
  return states[stage];
}
static inline void reset_stages(const Run* run) {
  (void)run;
  for (int i = 0; i < stage_count; ++i) states[i] = (uint64_t)i;
}
static inline void run_in_order(const Run* run) {
  (void)run;
  for (long t = 0; t < tokens; ++t) {
    uint64_t token = (uint64_t)t;
    for (int stage = 0; stage < stage_count; ++stage) token = pass(stage, token);
  }
}
static inline void prepare_stages(const Run* run) {
  tokens = (long)parameter(run, tokens_parameter);
  rounds = (long)parameter(run, rounds_parameter);
  reset_stages(run);
  run_in_order(run);
  wanted = states[stage_count - 1];
}
static inline double check_stages(const Run* run) {
  (void)run;
  if (states[stage_count - 1] == wanted) return (double)(tokens * stage_count);
  fprintf(stderr, "pipeline: the last stage has seen tokens in a wrong order\n");
  return -1;
}
static inline int line_count(const Run* run) { return 2 * run->threads; }

#ifdef __cplusplus
static constexpr Problem stages_by(Version version) {
  return {
      .name = "pipeline",
      .summary = "tokens pass eight stages, each of which takes them in order",
      .operation = "steps",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare_stages,
      .reset = reset_stages,
      .check = check_stages,
  };
}
#endif
