// Task-Bench's graphs (Slaughter et al., SC 2020): `steps` rows of `width` points; the task of a point reads what some
// points of the row before have written, as the pattern says. Written once in prepare(), read by all threads.
#pragma once

#include <stdint.h>
#include <stdlib.h>

typedef enum Pattern {
  pattern_trivial,         // nothing
  pattern_no_comm,         // itself
  pattern_stencil_1d,      // itself and its two neighbours
  pattern_fft,             // itself and the two at distance 2^k, with k from step to step
  pattern_tree,            // its parent, while the rows double from one point to all; then itself
  pattern_random_nearest,  // of the `radix` points around it about half, by lot
  pattern_spread,          // `radix` points, equally far from each other, moved from step to step
  pattern_all_to_all,      // all
  pattern_count
} Pattern;

typedef struct Points {
  int count;
  const int* numbers;  // in rising order
} Points;

// Which points a point reads, or which read it, for each point of a row.
typedef struct Relation {
  int* first;  // width + 1 positions in `numbers`
  int* numbers;
} Relation;

typedef struct Graph {
  Pattern pattern;
  int width, radix;
  int tree_levels;    // rows until a tree has its full width
  int relations;      // how many different ones there are, one after the other
  Relation* inputs;   // of a point of the row
  Relation* readers;  // in the row, of a point of the row before
} Graph;

static inline int width_at(const Graph* graph, long step) {
  return graph->pattern == pattern_tree && step < graph->tree_levels ? 1 << step : graph->width;
}

// The relation between row `step` and the one before it.
static inline int relation_at(const Graph* graph, long step) {
  if (graph->pattern != pattern_tree) return (int)((step - 1) % graph->relations);
  return step < graph->relations ? (int)step - 1 : graph->relations - 1;
}

static inline Points points_of(const Relation* relation, int point) {
  const int first = relation->first[point];
  return (Points){relation->first[point + 1] - first, relation->numbers + first};
}
static inline Points inputs_of(const Graph* graph, long step, int point) {
  if (step == 0) return (Points){0, NULL};
  return points_of(&graph->inputs[relation_at(graph, step)], point);
}
// The points of row `step` that read what `point` of the row before has written.
static inline Points readers_of(const Graph* graph, long step, int point) {
  return points_of(&graph->readers[relation_at(graph, step)], point);
}

// Whether `point` reads `other`, in the relation `number`.
static inline int reads(const Graph* graph, int number, int point, int other) {
  const int width = graph->width, distance = abs(point - other);
  switch (graph->pattern) {
    case pattern_trivial: return 0;
    case pattern_no_comm: return distance == 0;
    case pattern_stencil_1d: return distance <= 1;
    case pattern_fft: return distance == 0 || distance == 1 << number;
    case pattern_tree: return number < graph->tree_levels ? other == point / 2 && point < 2 << number : distance == 0;
    case pattern_random_nearest: {
      uint64_t state = ((uint64_t)number * (uint64_t)width + (uint64_t)point) * (uint64_t)width + (uint64_t)other;
      return distance <= graph->radix / 2 && next_random(&state) % 2 == 0;
    }
    case pattern_spread: {
      for (int i = 0; i < graph->radix; ++i)
        if ((point + (long)i * width / graph->radix + (i > 0 ? number : 0)) % width == other) return 1;
      return 0;
    }
    case pattern_all_to_all: return 1;
    default: return 0;
  }
}

// `backwards`: of each point those that read it, instead of those that it reads.
static inline Relation make_relation(const Graph* graph, int number, int backwards) {
  const int width = graph->width;
  Relation relation = {(int*)malloc(sizeof(int) * ((size_t)width + 1)), NULL};
  int used = 0, room = 0;
  for (int point = 0; point < width; ++point) {
    relation.first[point] = used;
    for (int other = 0; other < width; ++other) {
      if (!(backwards ? reads(graph, number, other, point) : reads(graph, number, point, other))) continue;
      if (used == room) {
        room = 2 * room + 16;
        relation.numbers = (int*)realloc(relation.numbers, sizeof(int) * (size_t)room);
      }
      relation.numbers[used++] = other;
    }
  }
  relation.first[width] = used;
  return relation;
}

static inline int levels_of(int width) {
  int levels = 0;
  while (1 << levels < width) ++levels;
  return levels;
}

static inline Graph make_graph(Pattern pattern, int width, int radix) {
  enum { lots = 3 };  // different rows of a random or spread graph
  Graph graph = {pattern, width, radix, levels_of(width), 1, NULL, NULL};
  if (pattern == pattern_fft && width > 1) graph.relations = graph.tree_levels;
  if (pattern == pattern_tree) graph.relations = graph.tree_levels + 1;
  if (pattern == pattern_random_nearest || pattern == pattern_spread) graph.relations = lots;
  graph.inputs = (Relation*)malloc(sizeof(Relation) * (size_t)graph.relations);
  graph.readers = (Relation*)malloc(sizeof(Relation) * (size_t)graph.relations);
  for (int i = 0; i < graph.relations; ++i) {
    graph.inputs[i] = make_relation(&graph, i, 0);
    graph.readers[i] = make_relation(&graph, i, 1);
  }
  return graph;
}
