// usage: mpirun -n 2 mpi: plain MPI's figures beside those of ttg.cpp: messages to and fro, and all-reduces.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double to_and_fro(int rank, int count, std::vector<char>& data) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  const int bytes = static_cast<int>(data.size());
  for (int i = 0; i < count; ++i) {
    if (i % 2 == rank) MPI_Send(data.data(), bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
    else MPI_Recv(data.data(), bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return (MPI_Wtime() - start) / count;
}
template <class Run>
static double median(Run run) {
  std::vector<double> times;
  for (int i = 0; i < 8; ++i) times.push_back(run());
  times.erase(times.begin());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const double reduce = median([] {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    long in[8] = {}, out[8];
    for (int i = 0; i < 2; ++i) MPI_Allreduce(in, out, 8, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Wtime() - start;
  });
  std::vector<char> small(64);
  const double hop = median([&] { return to_and_fro(rank, n, small); });
  if (rank == 0)
    std::printf("%-40s %10.3f us\n%-40s %10.3f us a hop\n", "two all-reduces", reduce * 1e6, "message of 64 bytes",
                hop * 1e6);
  for (const std::size_t size :
       {std::size_t{1} << 10, std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24}) {
    std::vector<char> data(size);
    const int count = std::min(n, static_cast<int>(std::max<std::size_t>(20, (std::size_t{1} << 28) / size / 4)));
    const double t = median([&] { return to_and_fro(rank, count, data); });
    if (rank == 0) std::printf("%zu KiB %32s %10.3f GB/s\n", size >> 10, "", static_cast<double>(size) / t * 1e-9);
  }
  MPI_Finalize();
}
