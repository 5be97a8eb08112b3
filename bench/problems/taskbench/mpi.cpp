// The graph by plain MPI: each process has some points of a row; after a row it sends each output once to each other process that reads
// it. Messages of one row may come while the one before is still computed.
#include "../with_mpi.h"

#include <vector>

#include "metg.h"

namespace {

std::vector<MPI_Request> requests;
std::vector<char> is_told;  // of the processes that read a point

bool is_mine(int point) { return process_of(point) == process_here; }

void send_output(long step, int point) {
  const Points readers = readers_of(&graph, step, point);
  is_told.assign(static_cast<std::size_t>(process_count), 0);
  for (int i = 0; i < readers.count; ++i) {
    const int to = process_of(readers.numbers[i]);
    if (readers.numbers[i] >= width_at(&graph, step) || to == process_here || is_told[static_cast<std::size_t>(to)])
      continue;
    is_told[static_cast<std::size_t>(to)] = 1;
    requests.emplace_back();
    MPI_Isend(output_of(step - 1, point), sizeof(Output), MPI_BYTE, to, point, MPI_COMM_WORLD, &requests.back());
  }
}
bool reads_here(long step, int point) {
  const Points readers = readers_of(&graph, step, point);
  for (int i = 0; i < readers.count; ++i)
    if (readers.numbers[i] < width_at(&graph, step) && is_mine(readers.numbers[i])) return true;
  return false;
}
// The outputs of the row before, where they are read.
void exchange(long step) {
  requests.clear();
  requests.reserve(static_cast<std::size_t>(graph.width) * static_cast<std::size_t>(process_count));
  for (int point = 0; point < width_at(&graph, step - 1); ++point) {
    if (is_mine(point)) {
      send_output(step, point);
    } else if (reads_here(step, point)) {
      requests.emplace_back();
      MPI_Irecv(output_of(step - 1, point), sizeof(Output), MPI_BYTE, process_of(point), point, MPI_COMM_WORLD,
                &requests.back());
    }
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}
void rows_by_mpi(const Run*) {
  for (long step = 0; step < steps; ++step) {
    if (step > 0) exchange(step);
    for (int point = 0; point < width_at(&graph, step); ++point)
      if (is_mine(point)) run_point(step, point, iterations);
  }
}
void run_mpi(const Run* run) { run_with(run, rows_by_mpi); }
void prepare_mpi(const Run* run) {
  begin_mpi();
  process_count = rank_count(), process_here = rank_here();
  largest_of_processes = largest_of_ranks;
  prepare(run);
}

constexpr Problem by_mpi() {
  Problem p = taskbench_by({mpi_version, run_mpi}, {}, &ranks_of_mpi);
  p.prepare = prepare_mpi;
  return p;
}

}  // namespace

const Problem problem = by_mpi();
