// What the versions of this folder share: a random graph without cycles, each node of which waits for up to four earlier ones.
#pragma once

#include <stdlib.h>

#include "../../harness/problem.h"

enum { nodes_parameter };
enum { most_before = 4, window = 1024 };

static const Parameter parameters[] = {
    {"nodes", "of the graph", {100, 10000, 500000, 2000000}, 1, 1e8},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long node_count;
static long (*before)[most_before];  // the nodes that each one waits for; a node's own number says: no more
static int* order;                   // longest way from a node without predecessors

static inline int order_of(long node) {
  int most = 0;
  for (int i = 0; i < most_before; ++i) {
    const long other = before[node][i];
    if (other != node && order[other] >= most) most = order[other] + 1;
  }
  return most;
}
static inline void visit(long node) { order[node] = order_of(node); }

static inline void prepare_nodes(const Run* run) {
  node_count = (long)parameter(run, nodes_parameter);
  before = (long(*)[most_before])malloc((size_t)node_count * sizeof *before);
  order = (int*)malloc((size_t)node_count * sizeof *order);
  uint64_t random = 1;
  for (long node = 0; node < node_count; ++node) {
    const long reach = node < window ? node : window;
    for (int i = 0; i < most_before; ++i) {
      before[node][i] = node;
      if (reach == 0 || next_random(&random) % 2 == 0) continue;
      const long other = node - 1 - (long)(next_random(&random) % (uint64_t)reach);
      int is_new = 1;
      for (int k = 0; k < i; ++k) is_new &= before[node][k] != other;
      if (is_new) before[node][i] = other;
    }
  }
}
static inline void reset_nodes(const Run* run) {
  (void)run;
  for (long node = 0; node < node_count; ++node) order[node] = -1;
}
static inline double check_nodes(const Run* run) {
  (void)run;
  for (long node = 0; node < node_count; ++node)
    if (order[node] != order_of(node)) {
      fprintf(stderr, "graph_traversal: node %ld has order %d, not %d\n", node, order[node], order_of(node));
      return -1;
    }
  return (double)node_count;
}

#ifdef __cplusplus
static constexpr Problem nodes_by(Version version) {
  return {
      .name = "graph_traversal",
      .summary = "the nodes of a random graph, each of which waits for up to four earlier ones",
      .operation = "nodes",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare_nodes,
      .reset = reset_nodes,
      .check = check_nodes,
  };
}
#endif
