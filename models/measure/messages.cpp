// usage: mpirun -n 2 ... messages: what messages cost between two processes, for a description in models/clusters/. Plain MPI, as the
// transport of ttg.h uses it. A line for each figure; each is the least of many measurements, as other processes may be in the way.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

double now_ns() {
  return static_cast<double>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

int rank = 0;
std::vector<char> memory(std::size_t{4} << 20);

void send(int bytes) { MPI_Send(memory.data(), bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD); }
void receive(int bytes) {
  MPI_Request request;
  MPI_Irecv(memory.data(), bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &request);
  for (int there = 0, index; there == 0;) MPI_Testsome(1, &request, &there, &index, MPI_STATUSES_IGNORE);
}

// From one process to the other.
double one_way(int bytes) {
  double least = 1e18;
  for (int run = 0; run < 200; ++run) {
    constexpr int kRounds = 50;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = now_ns();
    for (int i = 0; i < kRounds; ++i) {
      if (rank == 0) send(bytes), receive(bytes);
      else receive(bytes), send(bytes);
    }
    least = std::min(least, (now_ns() - begin) / (2 * kRounds));
  }
  return least;
}

// The sender's call, and the receiver's for a message that is there.
void calls() {
  constexpr int kMessages = 16;
  double sent = 1e18, received = 1e18, nothing = 1e18;
  for (int run = 0; run < 1000; ++run) {
    MPI_Request requests[kMessages];
    int indices[kMessages], count = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
      const double begin = now_ns();
      for (MPI_Request& r : requests) MPI_Isend(memory.data(), 64, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);
      sent = std::min(sent, (now_ns() - begin) / kMessages);
      MPI_Waitall(kMessages, requests, MPI_STATUSES_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
      char to[kMessages][64];
      MPI_Barrier(MPI_COMM_WORLD);  // they are there
      const double begin = now_ns();
      for (int i = 0; i < kMessages; ++i) MPI_Irecv(to[i], 64, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
      for (int left = kMessages; left > 0; left -= std::max(count, 0))
        MPI_Testsome(kMessages, requests, &count, indices, MPI_STATUSES_IGNORE);
      received = std::min(received, (now_ns() - begin) / kMessages);
    }
    MPI_Request none;
    MPI_Irecv(memory.data(), 64, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &none);
    const double begin = now_ns();
    for (int i = 0; i < 20; ++i) MPI_Testsome(1, &none, &count, indices, MPI_STATUSES_IGNORE);
    nothing = std::min(nothing, (now_ns() - begin) / 20);
    MPI_Cancel(&none);
    MPI_Wait(&none, MPI_STATUS_IGNORE);
  }
  if (rank == 0) std::printf("send_ns %.0f\npoll_ns %.0f\n", sent, nothing);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) std::printf("receive_ns %.0f\n", received);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (const int bytes : {64, 1024, 4000, 8192, 32 * 1024, 1 << 17, 1 << 20}) {
    const double ns = one_way(bytes);
    if (rank == 0) std::printf("one_way_ns %7d bytes %.0f\n", bytes, ns);
  }
  std::fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  calls();
  MPI_Finalize();
  return 0;
}
