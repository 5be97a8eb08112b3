// The list of programs is in programs.cpp.
#pragma once

#include "models/cluster/programs/program.h"

namespace xomp::cluster {

Outcome run_fences(const Parameters& p);
Outcome run_hop(const Parameters& p);
Outcome run_broadcast(const Parameters& p);
Outcome run_flood(const Parameters& p);
Outcome run_alltoall(const Parameters& p);
Outcome run_stencil(const Parameters& p);
Outcome run_cholesky(const Parameters& p);

}  // namespace xomp::cluster
