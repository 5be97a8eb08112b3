// What the versions share: for each of many keys many items are added up, each of which a task brings.
#pragma once

#include <stdlib.h>

#include "../../harness/problem.h"

enum { keys_parameter, items_parameter, array_parameter };
enum { words_of_array = 256 };  // 1 KiB

static const Parameter parameters[] = {
    {"keys", "sums", {20, 100, 1000, 1000}, 1, 1e6},
    {"items", "of each sum", {50, 1000, 1000, 4000}, 1, 1e6},
    {"array", "0: an item is an int, 1: an array of 1 KiB", {0, 0, 0, 0}, 0, 1},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static int keys, items, is_array;
static int (*sums)[words_of_array];  // of each key; of an int the first one

static inline int words(void) { return is_array ? words_of_array : 1; }
static inline int item_of(int key, int item, int word) { return key % 7 + item % 5 + word; }

static inline void add_item(int* sum, int key, int item) {
  for (int w = 0; w < words(); ++w) sum[w] += item_of(key, item, w);
}
static inline void prepare_reduce(const Run* run) {
  keys = (int)parameter(run, keys_parameter);
  items = (int)parameter(run, items_parameter);
  is_array = parameter(run, array_parameter) != 0;
  sums = (int(*)[words_of_array])calloc((size_t)keys, sizeof *sums);
}
static inline void reset_reduce(const Run* run) {
  (void)run;
  for (int k = 0; k < keys; ++k)
    for (int w = 0; w < words_of_array; ++w) sums[k][w] = 0;
}
static inline double check_reduce(const Run* run) {
  (void)run;
  long each = 0;
  for (int i = 0; i < items; ++i) each += i % 5;
  for (int k = 0; k < keys; ++k)
    for (int w = 0; w < words(); ++w)
      if (sums[k][w] != (int)(each + (long)items * (k % 7 + w))) {
        fprintf(stderr, "flow_reduce: sum %d has %d\n", k, sums[k][w]);
        return -1;
      }
  return (double)keys * items;
}

#ifdef __cplusplus
static constexpr Problem reduce_by(Version version, void (*prepare)(const Run*)) {
  return {
      .name = "flow_reduce",
      .summary = "many sums of many items, each of which a task brings",
      .operation = "items",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_reduce,
      .check = check_reduce,
  };
}
#endif
