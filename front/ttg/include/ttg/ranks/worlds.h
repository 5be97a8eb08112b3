// Worlds that a program makes beside the first one, on communicators of its own; or the empty twin.
#ifndef XOMP_TTG_RANKS_WORLDS_H
#define XOMP_TTG_RANKS_WORLDS_H

#include "ttg/world.h"

#ifdef XOMP_TTG_MPI
#include <memory>
#include <utility>
#include <vector>

namespace ttg::ranks {

// In the order in which they were made. Used by the threads that make worlds and call finalize(): one at a time, as what they do
// is collective.
inline std::vector<std::weak_ptr<base::WorldImplBase>>& further_worlds() {
  static std::vector<std::weak_ptr<base::WorldImplBase>> worlds;
  return worlds;
}
inline void end_further_worlds() {
  for (const auto& world : std::exchange(further_worlds(), {}))
    if (const auto impl = world.lock()) {
      impl->wait();
      impl->destroy();
    }
}

}  // namespace ttg::ranks

namespace ttg {

// A world of the processes of `comm`, which all of them make. It has fences of its own. It ends with its last handle or at
// finalize(), on all of them.
inline World make_world(MPI_Comm comm) {
  const auto impl = std::make_shared<base::WorldImplBase>();
  impl->link().open(ranks::mpi_transport(comm));
  ranks::further_worlds().push_back(impl);
  return World(impl);
}

}  // namespace ttg

#else

namespace ttg::ranks {

inline void end_further_worlds() {}

}  // namespace ttg::ranks

#endif

#endif
