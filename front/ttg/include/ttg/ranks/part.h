// Includes the distributed part, or its empty twin, as the program was compiled.
#ifndef XOMP_TTG_RANKS_PART_H
#define XOMP_TTG_RANKS_PART_H

#include "ttg/config.h"
#include "ttg/ranks/transport/launcher.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/link.h"
#else
#include "ttg/ranks/none.h"
#endif

#ifdef XOMP_TTG_MPI
#include "ttg/ranks/transport/mpi_program.h"

namespace ttg::ranks {

inline void begin_program(int argc, char** argv) { begin_mpi(argc, argv); }
inline void end_program() { end_mpi(); }
template <class... Rest>
void open_default(Link& link, const Rest&... rest) {
  link.open(mpi_transport(communicator_of(rest...)));
}

}  // namespace ttg::ranks

#else

namespace ttg::ranks {

inline void begin_program(int, char**) { refuse_launcher(kForOne); }
inline void end_program() {}
template <class... Rest>
void open_default(Link&, const Rest&...) {}

}  // namespace ttg::ranks

#endif

#endif
