// 0/1 knapsack by xomp.h: the branch without the next item is a task, the other one a call.
#include <xomp.h>

#include "items.h"

static long search(Rest rest) {
  if (!rest.promises()) return 1;
  auto without = xomp::spawn([rest] { return search(rest.after(false)); });
  const Rest with = rest.after(true);
  const long nodes = with.feasible() ? search(with) : 0;
  return 1 + nodes + without.sync();
}

static void run_native(const Run* run) {
  xomp::run(run->threads, [] { visited = search(whole_knapsack()); });
}

const Problem problem = knapsack_by({"native", run_native});
