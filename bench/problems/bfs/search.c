// The instance of the searches and what a right result is.
#include "search.h"

#include <stdlib.h>
#include <string.h>

Graph graph;
Search searches[most_sources];

// clang-format off
const Parameter parameters[] = {
    {"graph", "1: Kronecker, 2: uniform random edges", {1, 1, 1, 1}, 1, 2},
    {"scale", "2^scale vertices", {13, 17, 19, 20}, 1, 27},
    {"degree", "edges generated for each vertex", {16, 16, 16, 16}, 1, 64},
    {"sources", "searches in a run, one after the other, from random vertices", {8, 8, 8, 16}, 1, most_sources},
    {"base", "vertices of the frontier that a task, or a chunk of the loop, expands", {1024, 1024, 1024, 1024}, 1, 1e9},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};
// clang-format on

void search_serially(int source, int* parents, int* queue) {
  size_t end = 0;
  parents[source] = source;
  queue[end++] = source;
  for (size_t i = 0; i < end; ++i) {
    const int vertex = queue[i];
    for (size_t e = graph.first[vertex]; e < graph.first[vertex + 1]; ++e) {
      const int neighbour = graph.neighbours[e];
      if (parents[neighbour] != no_parent) continue;
      parents[neighbour] = vertex;
      queue[end++] = neighbour;
    }
  }
}

static size_t degree_of(int vertex) { return graph.first[vertex + 1] - graph.first[vertex]; }

// Any vertex that has neighbours.
static int random_source(uint64_t* state) {
  for (;;) {
    const int vertex = (int)(next_random(state) % (uint64_t)graph.vertices);
    if (degree_of(vertex)) return vertex;
  }
}

// Depths and edges of a search that the plain one has just done: `queue` has the vertices in the order of their depth.
static void expect(Search* search, const int* parents, const int* queue) {
  int* depths = allocate((size_t)graph.vertices, sizeof(int));
  size_t reached = 0;
  for (int v = 0; v < graph.vertices; ++v) {
    depths[v] = -1;
    reached += parents[v] != no_parent;
  }
  depths[search->source] = 0;
  search->traversed = (double)degree_of(search->source);
  for (size_t i = 1; i < reached; ++i) {
    depths[queue[i]] = depths[parents[queue[i]]] + 1;
    search->traversed += (double)degree_of(queue[i]);
  }
  search->depths = depths;
}

static void clear(Search* search) {
  for (int v = 0; v < graph.vertices; ++v) search->parents[v] = no_parent;
}

static Edges edges_of(const Run* run) {
  if (run->input) return read_edges(run->input);
  const int scale = (int)parameter(run, scale_parameter), degree = (int)parameter(run, degree_parameter);
  return (int)parameter(run, graph_parameter) == 1 ? kronecker_edges(scale, degree) : uniform_edges(scale, degree);
}

void prepare(const Run* run) {
  graph = graph_of(edges_of(run));
  uint64_t state = 27491095;
  const size_t vertices = (size_t)graph.vertices;
  int *frontier = allocate(vertices, sizeof(int)), *found = allocate(vertices, sizeof(int));
  for (int s = 0; s < search_count(run); ++s) {
    Search* search = &searches[s];
    search->source = random_source(&state);
    search->parents = allocate(vertices, sizeof(int));
    clear(search);
    search_serially(search->source, search->parents, frontier);
    expect(search, search->parents, frontier);
    // One search runs at a time: they share these two.
    search->frontier = frontier;
    search->found = found;
  }
}

void reset(const Run* run) {
  for (int s = 0; s < search_count(run); ++s) clear(&searches[s]);
}

static bool are_neighbours(int a, int b) {
  size_t low = graph.first[a], high = graph.first[a + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (graph.neighbours[middle] == b) return true;
    if (graph.neighbours[middle] < b)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static const char* fault_at(const Search* search, int v) {
  const int parent = search->parents[v];
  if (parent == no_parent) return search->depths[v] < 0 ? NULL : "was not reached";
  if (search->depths[v] < 0) return "was reached, but is not connected";
  if (v == search->source) return parent == v ? NULL : "is the source, but has a parent";
  if (parent < 0 || parent >= graph.vertices || !are_neighbours(v, parent)) return "has a parent that is no neighbour";
  return search->depths[parent] + 1 == search->depths[v] ? NULL
                                                         : "has a parent that is not one level nearer to the source";
}

static double traversed(const Run* run) {
  double edges = 0;
  for (int s = 0; s < search_count(run); ++s) edges += searches[s].traversed;
  return edges;
}

// Operations: edges that leave vertices reached, each direction for itself.
double check(const Run* run) {
  for (int s = 0; s < search_count(run); ++s) {
    for (int v = 0; v < graph.vertices; ++v) {
      const char* fault = fault_at(&searches[s], v);
      if (!fault) continue;
      fprintf(stderr, "bfs: in the search from %d vertex %d %s\n", searches[s].source, v, fault);
      return -1;
    }
  }
  return traversed(run);
}

void write_metrics(const Run* run, double wall_s, FILE* out) {
  fprintf(out, ", \"mteps\": %.6g, \"vertices\": %d, \"edges\": %zu", traversed(run) / wall_s * 1e-6, graph.vertices,
          graph.first[graph.vertices] / 2);
}
