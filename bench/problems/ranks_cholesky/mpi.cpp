// By plain MPI, column after column of tiles: the tiles of a column are factored where they are and sent to all processes; then each process
// updates its own tiles to the right. While a column is sent nobody computes.
#include "cholesky.h"

namespace {

std::vector<Tile> column;  // of L, of all processes

void prepare(const Run* run) {
  begin_mpi();
  prepare_factors(run);
}
void factor_column(int k, int rank) {
  const int count = tile_rows * tile_rows, root = owner_of(k, k);
  Tile& diagonal = column[static_cast<std::size_t>(k)];
  if (rank == root) factor(factor_at(k, k)), diagonal = factor_at(k, k);
  else diagonal.resize(static_cast<std::size_t>(count));
  MPI_Bcast(diagonal.data(), count, MPI_DOUBLE, root, MPI_COMM_WORLD);
  std::vector<MPI_Request> requests;
  for (int i = k + 1; i < tiles; ++i) {
    Tile& tile = column[static_cast<std::size_t>(i)];
    if (rank == owner_of(i, k)) solve(diagonal, factor_at(i, k)), tile = factor_at(i, k);
    else tile.resize(static_cast<std::size_t>(count));
    requests.emplace_back();
    MPI_Ibcast(tile.data(), count, MPI_DOUBLE, owner_of(i, k), MPI_COMM_WORLD, &requests.back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}
void run_mpi(const Run*) {
  const int rank = rank_here();
  column.assign(static_cast<std::size_t>(tiles), {});
  for (int i = 0; i < tiles; ++i)
    for (int j = 0; j <= i; ++j)
      if (owner_of(i, j) == rank) factor_at(i, j) = input_tile(i, j);
  for (int k = 0; k < tiles; ++k) {
    factor_column(k, rank);
    for (int i = k + 1; i < tiles; ++i)
      for (int j = k + 1; j <= i; ++j)
        if (owner_of(i, j) == rank)
          subtract(column[static_cast<std::size_t>(i)], column[static_cast<std::size_t>(j)], factor_at(i, j));
  }
}

}  // namespace

const Problem problem = factors_by({mpi_version, run_mpi}, prepare, &ranks_of_mpi);
