// What the versions of this folder share: parameters, the serial program, the check. Each program includes it once.
#pragma once

#include "../../harness/problem.h"

enum { n_parameter, depth_parameter };

static const Parameter parameters[] = {
    {"n", "which number", {20, 27, 32, 39}, 0, 60},
    {"depth", "levels with tasks, where a cut-off is asked for", {8, 8, 8, 8}, 0, 60},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long result;

static long call(int n) { return n < 2 ? n : call(n - 1) + call(n - 2); }

// Operations: the tasks that version `tasks` makes without a cut-off, whatever the version and the cut-off, so that they can be compared.
static double check(const Run* run) {
  double number = 0, next = 1;
  for (int i = 0; i < (int)parameter(run, n_parameter); ++i) {
    const double sum = number + next;
    number = next;
    next = sum;
  }
  if ((double)result == number) return next > 1 ? 2 * next - 2 : 1;
  fprintf(stderr, "fib: %ld, not %.0f\n", result, number);
  return -1;
}

#ifdef __cplusplus
// A call, for ../nodes.h.
struct Node {
  static constexpr int rounds = 1, most_children = 2;
  static constexpr const char *name = "fib", *summary = "Fibonacci numbers by the definition", *operation = "tasks";
  static constexpr void (*prepare)(const Run*) = nullptr, (*reset)(const Run*) = nullptr;

  struct Children {
    static constexpr int count = 2;
    int n;

    Node operator[](int i) const { return {n - 1 - i}; }
  };

  int n;

  static Node root(const Run* run) { return {static_cast<int>(parameter(run, n_parameter))}; }
  static void keep(long value) { result = value; }
  bool is_leaf() const { return n < 2; }
  long leaf() const { return n; }
  Children children(int) const { return {n}; }
};
#endif
