// What ttg.cpp of the problems of suite "ranks" is written with: ttg.h, XOMP's or that of TTG on PaRSEC, and MPI to check results by.
#pragma once

#include "with_ttg.h"

#include "with_mpi.h"

inline void end_ttg() { ttg::finalize(); }
inline constexpr Ranks ranks_of_ttg = {rank_here, largest_of_ranks, end_ttg};

// Process 0 begins with run(); returns when all is done everywhere.
template <class Run>
void run_on_ranks(Run&& run) {
  ttg::execute();
  if (rank_here() == 0) run();
  ttg::fence();
}
