// The chain by plain MPI: messages of 64 bytes, whether the others carry a value or none.
#include "hop.h"

namespace {

void prepare(const Run* run) {
  begin_mpi();
  prepare_hops(run);
}
void run_mpi(const Run*) {
  const int rank = rank_here(), size = rank_count();
  long message[8] = {};
  for (long key = rank; key <= hops; key += size) {
    if (key > 0) MPI_Recv(message, 8, MPI_LONG, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (key == hops) {
      last_key = key, carried = message[0];
      return;
    }
    ++message[0];
    MPI_Send(message, 8, MPI_LONG, (rank + 1) % size, 0, MPI_COMM_WORLD);
  }
}

}  // namespace

const Problem problem = hops_by({mpi_version, run_mpi}, prepare, &ranks_of_mpi);
