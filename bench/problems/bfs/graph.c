// From edges to rows of neighbours in linear time: a transposed graph's rows are sorted, and an undirected one is its
// own transpose.
#include "graph.h"

#include <stdlib.h>

#include "../../harness/problem.h"

void* allocate(size_t count, size_t size) {
  void* memory = malloc(count * size + 1);
  if (memory) return memory;
  fprintf(stderr, "%s: no memory for %zu times %zu bytes\n", problem.name, count, size);
  exit(1);
}

// Turns the numbers of neighbours in first[v + 1] into where the rows begin.
static void begin_rows(const Graph* graph) {
  for (int v = 0; v < graph->vertices; ++v) graph->first[v + 1] += graph->first[v];
}

static Graph empty_graph(int vertices) {
  Graph graph = {vertices, allocate((size_t)vertices + 1, sizeof(size_t)), NULL};
  for (int v = 0; v <= vertices; ++v) graph.first[v] = 0;
  return graph;
}

// Rows in the order of the edges, with all that occur twice.
static Graph unsorted_graph(Edges edges) {
  Graph graph = empty_graph(edges.vertices);
  for (size_t i = 0; i < edges.count; ++i) {
    const Edge e = edges.edges[i];
    if (e.from == e.to) continue;
    ++graph.first[e.from + 1];
    ++graph.first[e.to + 1];
  }
  begin_rows(&graph);
  graph.neighbours = allocate(graph.first[graph.vertices], sizeof(int));
  size_t* next = allocate((size_t)graph.vertices, sizeof(size_t));
  for (int v = 0; v < graph.vertices; ++v) next[v] = graph.first[v];
  for (size_t i = 0; i < edges.count; ++i) {
    const Edge e = edges.edges[i];
    if (e.from == e.to) continue;
    graph.neighbours[next[e.from]++] = e.to;
    graph.neighbours[next[e.to]++] = e.from;
  }
  free(next);
  return graph;
}

// `sorted` has the rows' beginnings already; a row is full when the next one begins.
static void transpose(const Graph* graph, Graph* sorted) {
  size_t* next = allocate((size_t)graph->vertices, sizeof(size_t));
  for (int v = 0; v < graph->vertices; ++v) next[v] = graph->first[v];
  for (int v = 0; v < graph->vertices; ++v)
    for (size_t i = graph->first[v]; i < graph->first[v + 1]; ++i) sorted->neighbours[next[graph->neighbours[i]]++] = v;
  free(next);
}

static void drop_repeated(Graph* graph) {
  size_t kept = 0, begin = 0;
  for (int v = 0; v < graph->vertices; ++v) {
    const size_t end = graph->first[v + 1], row = kept;
    for (size_t i = begin; i < end; ++i) {
      const int neighbour = graph->neighbours[i];
      if (kept == row || graph->neighbours[kept - 1] != neighbour) graph->neighbours[kept++] = neighbour;
    }
    graph->first[v + 1] = kept;
    begin = end;
  }
}

Graph graph_of(Edges edges) {
  Graph unsorted = unsorted_graph(edges);
  free(edges.edges);
  Graph graph = {unsorted.vertices, unsorted.first, allocate(unsorted.first[unsorted.vertices], sizeof(int))};
  transpose(&unsorted, &graph);
  free(unsorted.neighbours);
  drop_repeated(&graph);
  return graph;
}
