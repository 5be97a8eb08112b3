// Pairwise alignment of proteins by xomp.h.
#include "../with_native.h"

#include "proteins.h"

static void run_native(const Run* run) {
  with_threads(run->threads,
               [] { xomp::for_each(size_t{0}, pairs.size(), [](size_t i) { alignments[i] = align(pairs[i]); }); });
}

const Problem problem = alignment_by({library_name, run_native});
