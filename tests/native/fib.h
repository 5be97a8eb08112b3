// The recursion that several programs here run: a task a node, no cut-off.
#pragma once

#include <xomp.h>

inline long fib(int n) {
  if (n < 2) return n;
  auto a = xomp::spawn([n] { return fib(n - 1); });
  const long b = fib(n - 2);
  return a.sync() + b;
}
