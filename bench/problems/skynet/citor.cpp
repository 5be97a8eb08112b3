// The tree by citor: all children of a node together.
#include "../with_citor.h"

#include "tree.h"

static long forks(long first, int depth) {
  if (depth == 0) return first;
  long sums[children], sum = 0;
  const long below = leaves_below(depth - 1);
  invoke_each(children, [&](int i) { sums[i] = forks(first + i * below, depth - 1); });
  for (const long each : sums) sum += each;
  return sum;
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] { result = forks(0, static_cast<int>(parameter(run, depth_parameter))); });
}

#include "library.h"
