// By plain MPI: what the four counters of a fence take, two all-reduces.
#include "fence.h"

namespace {

void prepare(const Run* run) {
  begin_mpi();
  prepare_fences(run);
}
void run_mpi(const Run*) {
  for (; made < fences; ++made)
    for (int i = 0; i < 2; ++i) {
      long mine[8] = {}, all[8];
      mine[0] = made + i;
      MPI_Allreduce(mine, all, 8, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
      if (all[0] != (made + i) * rank_count()) return;
    }
}

}  // namespace

const Problem problem = fences_by({mpi_version, run_mpi}, prepare, &ranks_of_mpi);
