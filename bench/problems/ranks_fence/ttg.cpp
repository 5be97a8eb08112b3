// By ttg.h.
#include "../with_ttg_ranks.h"

#include "fence.h"

namespace {

void prepare(const Run* run) {
  begin_ttg(run);
  prepare_fences(run);
}
void run_ttg(const Run*) {
  for (; made < fences; ++made) ttg::execute(), ttg::fence();
}

}  // namespace

const Problem problem = fences_by({ttg_version, run_ttg}, prepare, &ranks_of_ttg);
