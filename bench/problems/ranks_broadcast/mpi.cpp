// By plain MPI: its broadcast, once a round, however many inputs the others have, and a barrier.
#include <vector>

#include "broadcast.h"

namespace {

std::vector<char> value;

void prepare(const Run* run) {
  begin_mpi();
  prepare_broadcast(run);
  value.resize(value_bytes);
}
void run_mpi(const Run*) {
  for (long round = 0; round < rounds; ++round) {
    if (rank_here() == 0) fill_value(value.data(), round);
    MPI_Bcast(value.data(), static_cast<int>(value_bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank_here() != 0) take_value(value.data());
    MPI_Barrier(MPI_COMM_WORLD);
  }
}
double check(const Run*) { return check_broadcast(1); }

}  // namespace

const Problem problem = broadcast_by({mpi_version, run_mpi}, prepare, check, &ranks_of_mpi);
