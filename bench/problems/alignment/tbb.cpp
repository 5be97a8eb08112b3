// Pairwise alignment of proteins by oneTBB's parallel_for.
#include "../with_tbb.h"

#include <oneapi/tbb/parallel_for.h>

#include "proteins.h"

static void run_tbb(const Run* run) {
  with_threads(run->threads,
               [] { tbb::parallel_for(size_t{0}, pairs.size(), [](size_t i) { alignments[i] = align(pairs[i]); }); });
}

const Problem problem = alignment_by({library_name, run_tbb});
