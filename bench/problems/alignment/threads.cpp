// Pairwise alignment of proteins by threads that take pair after pair off a counter.
#include "../with_threads.h"

#include "proteins.h"

static void run_threads(const Run* run) {
  with_threads(run->threads, [run] {
    std::atomic<size_t> next{0};
    const auto take_pairs = [&next] {
      for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < pairs.size();)
        alignments[i] = align(pairs[i]);
    };
    Group group;
    for (int t = 0; t < run->threads; ++t) group.spawn(take_pairs);
    group.sync();
  });
}

const Problem problem = alignment_by({library_name, run_threads});
