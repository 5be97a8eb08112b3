/* Processes with one known cause each: causes_mpi NAME. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../../examples/trace/work.h"

static double region(double ns) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 20; ++i) sum += work(ns / 20);
  return sum;
}

int main(int argc, char** argv) {
  int rank, told = 0;
  double sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; argc == 2 && round < 5; ++round) {
    if (strcmp(argv[1], "waits") == 0) {  /* the others hear only then what to do */
      if (rank == 0) sum += region(1e8);
      MPI_Bcast(&told, 1, MPI_INT, 0, MPI_COMM_WORLD);
      sum += region(1e6);
    } else {  /* imbalance: the first one has more to do */
      sum += region(rank == 0 ? 1e8 : 2e7);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  printf("%g\n", sum);
  MPI_Finalize();
  return 0;
}
