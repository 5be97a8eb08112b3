// By plain MPI: into the same memory each time, whatever form the others' values have.
#include <vector>

#include "bandwidth.h"

namespace {

std::vector<char> value;

void prepare(const Run* run) {
  begin_mpi();
  prepare_value(run);
  value.resize(value_bytes);
}
void run_mpi(const Run*) {
  const int rank = rank_here(), size = rank_count(), bytes = static_cast<int>(value_bytes);
  if (rank == 0) write_ends(value.data(), 0);
  for (long key = rank; key <= hops; key += size) {
    if (key > 0)
      MPI_Recv(value.data(), bytes, MPI_BYTE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pass(value.data(), key);
    if (key < hops) MPI_Send(value.data(), bytes, MPI_BYTE, (rank + 1) % size, 0, MPI_COMM_WORLD);
  }
}

}  // namespace

const Problem problem = value_by({mpi_version, run_mpi}, prepare, &ranks_of_mpi);
