// Breadth-first searches, level by level from the top: recursive tasks that halve the frontier down to `base` vertices,
// as the XQueue paper has them (Nookala et al. 2021, section IV), or a worksharing loop over it, as in the GAP
// Benchmark Suite (without its switch to searching from below).
#include "search.h"

static void run_serial(const Run* run) {
  for (int s = 0; s < search_count(run); ++s)
    search_serially(searches[s].source, searches[s].parents, searches[s].frontier);
}

static void expand_by_tasks(Search* search, size_t first, size_t last, size_t base) {
  if (last - first <= base) {
    expand(search, first, last);
    return;
  }
  const size_t middle = first + (last - first) / 2;
#pragma omp task
  expand_by_tasks(search, first, middle, base);
#pragma omp task
  expand_by_tasks(search, middle, last, base);
#pragma omp taskwait
}

static void run_tasks(const Run* run) {
#pragma omp parallel
#pragma omp single
  for (int s = 0; s < search_count(run); ++s) {
    Search* search = &searches[s];
    for (begin_search(search); search->count; next_level(search))
      expand_by_tasks(search, 0, search->count, base_of(run));
  }
}

// Called by all threads of a team.
static void search_by_loops(Search* search, size_t base) {
#pragma omp single
  begin_search(search);
  while (search->count) {
#pragma omp for schedule(dynamic)
    for (size_t first = 0; first < search->count; first += base)
      expand(search, first, first + base < search->count ? first + base : search->count);
#pragma omp single
    next_level(search);
  }
}

static void run_loops(const Run* run) {
#pragma omp parallel
  for (int s = 0; s < search_count(run); ++s) search_by_loops(&searches[s], base_of(run));
}

const Problem problem = {
    .name = "bfs",
    .summary = "breadth-first searches of a Kronecker or uniform random graph, or of a file's",
    .operation = "edges",
    .parameters = parameters,
    .takes_input = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"loops", run_loops}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
