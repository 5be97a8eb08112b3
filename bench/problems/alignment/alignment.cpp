// Pairwise alignment of proteins: a task a pair. Version "tasks": one thread makes all tasks; "rows": the sequences are
// shared out, each with a task for each earlier one; "loops": the pairs are shared out.
#include "proteins.h"

template <bool kUntied>
static void align_by_tasks(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if constexpr (kUntied) {
#pragma omp task untied
      alignments[i] = align(pairs[i]);
    } else {
#pragma omp task
      alignments[i] = align(pairs[i]);
    }
  }
}

static void run_tasks(const Run* run) {
#pragma omp parallel
#pragma omp single
  run->untied ? align_by_tasks<true>(0, pairs.size()) : align_by_tasks<false>(0, pairs.size());
}

static void run_rows(const Run* run) {
#pragma omp parallel for schedule(dynamic)
  for (size_t row = 0; row < sequences.size(); ++row) {
    const size_t begin = row * (row - 1) / 2;
    run->untied ? align_by_tasks<true>(begin, begin + row) : align_by_tasks<false>(begin, begin + row);
  }
}

static void run_loops(const Run*) {
#pragma omp parallel for schedule(dynamic)
  for (size_t i = 0; i < pairs.size(); ++i) alignments[i] = align(pairs[i]);
}

const Problem problem = [] {
  Problem whole = alignment_by({"serial", align_serial});
  whole.has_untied = true;
  whole.versions[1] = {"tasks", run_tasks};
  whole.versions[2] = {"rows", run_rows};
  whole.versions[3] = {"loops", run_loops};
  return whole;
}();
