// Rank 0 waits in MPI_Recv, in a region, for what rank 1 does not send. Each says "ready" as hang.c does.
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static volatile int go_on;

__attribute__((noinline)) static void wait_here(void) {
  puts("ready");
  fflush(stdout);
  while (!go_on) usleep(1000);
}

int main(int argc, char** argv) {
  int level, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      int got = 0;
      if (rank == 0) puts("ready"), fflush(stdout), MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      else wait_here();  // rank 1
    }
#pragma omp barrier
  }
  MPI_Finalize();
}
