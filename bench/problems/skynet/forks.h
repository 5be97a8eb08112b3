// The tree with a library's fork and join, after the library's header: a task a child.
#pragma once

#include "tree.h"

// Not inlined: then a leaf costs its task no frame.
[[gnu::noinline]] static long inner_forks(long first, int depth);
static inline long forks(long first, int depth) { return depth == 0 ? first : inner_forks(first, depth); }

static long inner_forks(long first, int depth) {
  long sums[children], sum = 0;
  const long below = leaves_below(depth - 1);
  Group group;
  for (int i = 0; i < children; ++i)
    group.spawn([&place = sums[i], first, i, below, depth] { place = forks(first + i * below, depth - 1); });
  group.sync();
  for (const long each : sums) sum += each;
  return sum;
}

static void run_forks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
  with_threads(run->threads, [=] { result = forks(0, depth); });
}

const Problem problem = {
    .name = "skynet",
    .summary = "leaves of a tree with ten children a node are numbered and added up",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{library_name, run_forks}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check,
};
