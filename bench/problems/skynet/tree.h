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

#ifdef __cplusplus
// For ../nodes.h.
struct Node {
  static constexpr int rounds = 1, most_children = ::children;
  static constexpr const char *name = "skynet", *operation = "tasks",
                              *summary = "leaves of a tree with ten children a node are numbered and added up";
  static constexpr void (*prepare)(const Run*) = nullptr, (*reset)(const Run*) = nullptr;

  struct Children {
    static constexpr int count = most_children;
    long first, below;
    int depth;

    Node operator[](int i) const { return {first + i * below, depth}; }
  };

  long first;
  int depth;

  static Node root(const Run* run) { return {0, static_cast<int>(parameter(run, depth_parameter))}; }
  static void keep(long value) { result = value; }
  bool is_leaf() const { return depth == 0; }
  long leaf() const { return first; }
  Children children(int) const { return {first, leaves_below(depth - 1), depth - 1}; }
};
#endif
