// Undirected graphs as rows of neighbours, and where they come from: two generators, or a file of edges. Used by one
// thread, before anything is timed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Row v is neighbours[first[v]] to neighbours[first[v + 1] - 1]: ascending, no vertex twice, none its own neighbour.
typedef struct Graph {
  int vertices;
  size_t* first;
  int* neighbours;
} Graph;

typedef struct Edge {
  int from, to;
} Edge;

typedef struct Edges {
  int vertices;  // more than any end of an edge
  size_t count;
  Edge* edges;
} Edges;

// 2^scale vertices, `degree` edges a vertex. Both as the GAP Benchmark Suite has them (S. Beamer, K. Asanovic, D.
// Patterson, 2015).
Edges kronecker_edges(int scale, int degree);
Edges uniform_edges(int scale, int degree);

// Lines of two vertex numbers; lines that begin with # or % say nothing. Ends the process on
// anything else, with the line's number.
Edges read_edges(const char* path);

Graph graph_of(Edges edges);  // each edge in both directions; frees the edges

// Memory, or the end of the process.
void* allocate(size_t count, size_t size);

#ifdef __cplusplus
}
#endif
