// A tree of nodes by citor: the children of a node at once, the last of them by a call. By citor's header or the single one.
#if __has_include(<citor/thread_pool.h>)
#include <citor/hints.h>
#include <citor/thread_pool.h>
#else
#include <citor.hpp>
#endif

#include <cstddef>
#include <thread>

#include "nodes.h"

static citor::ThreadPool* pool;  // from the first run on

// Not inlined: then a leaf costs its caller no frame, and skynet takes two thirds of the time.
[[gnu::noinline]] static long value_of_inner(const Node& node);
static inline long value_of(Node node) { return node.is_leaf() ? node.leaf() : value_of_inner(node); }

static long value_of_inner(const Node& node) {
  long sum = 0;
  for (int round = 0; round < Node::rounds; ++round) {
    const auto children = node.children(round);
    long values[Node::most_children];
    if constexpr (Node::most_children == 2)
      pool->forkJoin<citor::HintsDefaults>([&] { values[0] = value_of(children[0]); },
                                           [&] { values[1] = value_of(children[1]); });
    else
      pool->forkJoinAll<citor::HintsDefaults>(static_cast<std::size_t>(children.count), [&](std::size_t i) {
        values[i] = value_of(children[static_cast<int>(i)]);
      });
    for (int i = 0; i < children.count; ++i) sum += values[i];
  }
  return sum;
}

// The first call decides how many threads there are. As usually placed, citor has at most a thread a core; where all
// processors are wanted it has to be asked for the second threads of the cores, too.
static void run_tree(const Run* run) {
  const bool are_all = static_cast<unsigned>(run->threads) == std::thread::hardware_concurrency();
  static citor::ThreadPool threads(static_cast<std::size_t>(run->threads),
                                   are_all ? citor::Affinity::PerCpuSmtPair : citor::Affinity::PerCpu);
  pool = &threads;
  Node::keep(value_of(Node::root(run)));
}

const Problem problem = problem_by("citor", run_tree);
