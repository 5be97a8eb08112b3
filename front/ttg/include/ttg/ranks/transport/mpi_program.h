// Programs on MPI: which side initialises it, and which communicator a world has.
#ifndef XOMP_TTG_RANKS_TRANSPORT_MPI_PROGRAM_H
#define XOMP_TTG_RANKS_TRANSPORT_MPI_PROGRAM_H

#include "ttg/ranks/transport/launcher.h"
#include "ttg/ranks/transport/mpi_transport.h"
#include <cstdio>
#include <memory>
#include <sched.h>
#include <unistd.h>

namespace ttg::ranks {

// We may finalize MPI only if we have initialised it.
inline bool& initialised_by_us() {
  static bool value = false;
  return value;
}

inline void begin_mpi(int argc, char** argv) {
  int is_initialised = 0;
  MPI_Initialized(&is_initialised);
  if (is_initialised == 0) {
    int level = 0;
    MPI_Init_thread(argv == nullptr ? nullptr : &argc, argv == nullptr ? nullptr : &argv, MPI_THREAD_MULTIPLE, &level);
    initialised_by_us() = true;
  }
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) refuse_launcher(kForAnotherMpi);
}
inline void end_mpi() {
  int is_finalized = 0;
  MPI_Finalized(&is_finalized);
  if (initialised_by_us() && is_finalized == 0) MPI_Finalize();
}

// Finds the communicator that initialize() was given behind its usual arguments. MPI_COMM_WORLD if there is none.
inline MPI_Comm communicator_of() { return MPI_COMM_WORLD; }
template <class First, class... Rest>
MPI_Comm communicator_of(const First& first, const Rest&... rest) {
  if constexpr (std::is_same_v<First, MPI_Comm>) return first;
  else return communicator_of(rest...);
}

inline std::unique_ptr<Transport> mpi_transport(MPI_Comm comm) {
  int level = 0;
  MPI_Query_thread(&level);
  auto transport = std::make_unique<MpiTransport>(comm);
  if (transport->rank() != 0 || transport->size() == 1) return transport;
  static bool has_said = false;
  if (level < MPI_THREAD_SERIALIZED && !std::exchange(has_said, true))
    std::fprintf(stderr,
                 "ttg: MPI was initialised for one thread only (MPI_THREAD_MULTIPLE is wanted): the main thread alone "
                 "moves messages, in its calls of ttg and between its tasks\n");
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) == 0 && CPU_COUNT(&mask) == 1 && sysconf(_SC_NPROCESSORS_ONLN) > 1 &&
      std::getenv("TTG_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr)
    std::fprintf(stderr,
                 "ttg: process 0 is bound to one processor, so it has one thread: for more, `mpirun --bind-to none` or "
                 "--map-by slot:PE=N, `srun --cpus-per-task=N`; or say TTG_NUM_THREADS=1\n");
  return transport;
}

}  // namespace ttg::ranks

#endif
