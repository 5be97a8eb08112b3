// By plain MPI: a message of 8 bytes each; MPI puts none of them together.
#include "rate.h"

namespace {

void prepare(const Run* run) {
  begin_mpi();
  prepare_messages(run);
}
void run_mpi(const Run*) {
  const int rank = rank_here(), last = rank_count() - 1;
  for (long i = 0; i < messages && rank == 0; ++i) MPI_Send(&i, 1, MPI_LONG, last, 0, MPI_COMM_WORLD);
  for (long i = 0; i < messages && rank == last; ++i) {
    long number;
    MPI_Recv(&number, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    take(number);
  }
}

}  // namespace

const Problem problem = messages_by({mpi_version, run_mpi}, prepare, &ranks_of_mpi);
