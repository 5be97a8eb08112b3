// What all parallel versions share: the instance, a search's state, and how a part of its frontier is expanded. A
// version decides how the frontier is divided among threads; a level ends before the next one begins.
#pragma once

#include "../../harness/problem.h"
#include "graph.h"

enum { graph_parameter, scale_parameter, degree_parameter, sources_parameter, base_parameter, most_sources = 64 };
enum { no_parent = -1 };

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Search {
  int source;
  int* parents;       // by vertex; one level's threads race for each, and one wins
  const int* depths;  // by vertex, as the plain search found them in prepare(); negative: not reached
  double traversed;   // edges that leave a vertex reached
  int* frontier;      // of this level; read by all
  size_t count;
  int* found;  // the next level's frontier; each thread writes what it has reserved
  __attribute__((aligned(64))) size_t found_count;  // reserved so far
} Search;

extern Graph graph;
extern Search searches[most_sources];
extern const Parameter parameters[];

static inline int search_count(const Run* run) { return (int)parameter(run, sources_parameter); }
static inline size_t base_of(const Run* run) { return (size_t)parameter(run, base_parameter); }

static inline void add_found(Search* search, const int* vertices, size_t count) {
  int* place = search->found + __atomic_fetch_add(&search->found_count, count, __ATOMIC_RELAXED);
  for (size_t i = 0; i < count; ++i) place[i] = vertices[i];
}

// Relaxed: only the number itself counts, and the level's end orders the rest.
static inline bool try_claim(int* parent, int vertex) {
  int none = no_parent;
  return __atomic_load_n(parent, __ATOMIC_RELAXED) == no_parent &&
         __atomic_compare_exchange_n(parent, &none, vertex, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Vertices first to last - 1 of the frontier.
static inline void expand(Search* search, size_t first, size_t last) {
  enum { room = 256 };
  int found[room];
  size_t count = 0;
  for (size_t i = first; i < last; ++i) {
    const int vertex = search->frontier[i];
    for (size_t e = graph.first[vertex]; e < graph.first[vertex + 1]; ++e) {
      const int neighbour = graph.neighbours[e];
      if (!try_claim(&search->parents[neighbour], vertex)) continue;
      found[count++] = neighbour;
      if (count < room) continue;
      add_found(search, found, count);
      count = 0;
    }
  }
  if (count) add_found(search, found, count);
}

static inline void begin_search(Search* search) {
  search->parents[search->source] = search->source;
  search->frontier[0] = search->source;
  search->count = 1;
  search->found_count = 0;
}

static inline void next_level(Search* search) {
  int* const expanded = search->frontier;
  search->frontier = search->found;
  search->count = search->found_count;
  search->found = expanded;
  search->found_count = 0;
}

void search_serially(int source, int* parents, int* queue);  // the plain search, by a queue

void prepare(const Run* run);
void reset(const Run* run);
double check(const Run* run);
void write_metrics(const Run* run, double wall_s, FILE* out);

#ifdef __cplusplus
}
#endif
