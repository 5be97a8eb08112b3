// What the versions of this folder share: a tree whose nodes have ten children each; the leaves are numbered, and the numbers added up.
#pragma once

#include "../../harness/problem.h"

enum { depth_parameter };
enum { children = 10 };

static const Parameter parameters[] = {
    {"depth", "levels below the root, of ten children a node", {3, 5, 6, 8}, 1, 9},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long result;

static long leaves_below(int depth) {
  long leaves = 1;
  for (int i = 0; i < depth; ++i) leaves *= children;
  return leaves;
}

static double check(const Run* run) {
  const int depth = (int)parameter(run, depth_parameter);
  const long leaves = leaves_below(depth);
  if (result != leaves * (leaves - 1) / 2) {
    fprintf(stderr, "skynet: %ld, not %ld\n", result, leaves * (leaves - 1) / 2);
    return -1;
  }
  long tasks = 0;
  for (int i = 1; i <= depth; ++i) tasks += leaves_below(i);
  return (double)tasks;
}
