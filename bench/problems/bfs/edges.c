// The generators' edges. The same seed everywhere: a scale and a degree name one graph.
#include <stdlib.h>

#include "../../harness/problem.h"
#include "graph.h"

static Edges new_edges(int scale, int degree) {
  const size_t count = ((size_t)1 << scale) * (size_t)degree;
  return (Edges){1 << scale, count, allocate(count, sizeof(Edge))};
}

Edges uniform_edges(int scale, int degree) {
  const Edges edges = new_edges(scale, degree);
  uint64_t state = 27491095;
  for (size_t i = 0; i < edges.count; ++i) {
    const uint64_t random = next_random(&state);
    edges.edges[i] = (Edge){(int)(random >> (64 - scale)), (int)((random << 32) >> (64 - scale))};
  }
  return edges;
}

// One edge of R-MAT (D. Chakrabarti, Y. Zhan, C. Faloutsos, SDM 2004): at each level one quadrant of the adjacency
// matrix is entered, with the Graph500's probabilities: .57 upper left, .19 upper right, .19 lower left. 32 random bits
// a level.
static Edge kronecker_edge(int scale, uint64_t* state) {
  const uint32_t a = (uint32_t)(0.57 * 0x1p32), b = (uint32_t)(0.76 * 0x1p32), c = (uint32_t)(0.95 * 0x1p32);
  Edge edge = {0, 0};
  uint64_t random = 0;
  for (int level = 0; level < scale; ++level) {
    random = level % 2 ? random >> 32 : next_random(state);
    const uint32_t r = (uint32_t)random;
    edge.from = edge.from << 1 | (r >= b);
    edge.to = edge.to << 1 | ((r >= a && r < b) || r >= c);
  }
  return edge;
}

// Vertex numbers are shuffled: those of R-MAT itself tell the degree.
static int* shuffled_numbers(int count, uint64_t* state) {
  int* numbers = allocate((size_t)count, sizeof(int));
  for (int i = 0; i < count; ++i) {
    const int at = (int)(next_random(state) % ((uint64_t)i + 1));
    numbers[i] = numbers[at];
    numbers[at] = i;
  }
  return numbers;
}

Edges kronecker_edges(int scale, int degree) {
  const Edges edges = new_edges(scale, degree);
  uint64_t state = 27491095;
  int* number = shuffled_numbers(edges.vertices, &state);
  for (size_t i = 0; i < edges.count; ++i) {
    const Edge e = kronecker_edge(scale, &state);
    edges.edges[i] = (Edge){number[e.from], number[e.to]};
  }
  free(number);
  return edges;
}
