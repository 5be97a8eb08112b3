// What the programs of suite "ranks" are written with: several processes over MPI, which all run the same program. Only the main thread
// calls what is here, outside of fences.
#pragma once

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include "../harness/problem.h"

inline constexpr const char* mpi_version = "mpi";

inline int rank_here() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int rank_count() {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}
inline double largest_of_ranks(double mine) {
  double all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}
inline double sum_of_ranks(double mine) {
  double all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

inline void begin_mpi() { MPI_Init(nullptr, nullptr); }
inline void end_mpi() { MPI_Finalize(); }
inline constexpr Ranks ranks_of_mpi = {rank_here, largest_of_ranks, end_mpi};
