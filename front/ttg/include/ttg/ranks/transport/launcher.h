// Finds out whether a launcher has started several processes, of which this is one.
#ifndef XOMP_TTG_RANKS_TRANSPORT_LAUNCHER_H
#define XOMP_TTG_RANKS_TRANSPORT_LAUNCHER_H

#include <cstdio>
#include <cstdlib>

namespace ttg::ranks {

// Ends this process if a launcher has started several, unless the user has said that each is meant to run alone.
// Otherwise the program would run as often as there are processes, each alone, and all would give the same result.
// `what` says why, and what to do.
inline void refuse_launcher(const char* what) {
  if (const char* const alone = std::getenv("XOMP_TTG_ALONE"); alone != nullptr && *alone == '1') return;
  struct Launcher {
    const char *size, *rank;
  };
  constexpr Launcher launchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                    {"PMI_SIZE", "PMI_RANK"},
                                    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
  for (const Launcher& l : launchers) {
    const char* const size = std::getenv(l.size);
    if (size == nullptr || std::atoi(size) < 2) continue;
    const char* const rank = std::getenv(l.rank);
    if (rank == nullptr || std::atoi(rank) == 0)
      std::fprintf(
          stderr,
          "ttg: %s=%s says that this is one of several processes, but %s (or set XOMP_TTG_ALONE=1, and each process "
          "runs alone)\n",
          l.size, size, what);
    std::exit(1);
  }
}
inline constexpr char kForOne[] =
    "the program was compiled for one: compile it with `pkg-config --cflags --libs xomp-ttg-mpi` or the CMake target "
    "xomp::ttg_mpi";
inline constexpr char kForAnotherMpi[] =
    "its MPI says that it is alone: the program was compiled for another MPI than the launcher's; start it by that "
    "one's mpirun";

}  // namespace ttg::ranks

#endif
