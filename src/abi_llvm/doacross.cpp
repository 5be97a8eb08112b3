// Doacross loops: announced before the loop itself, which then says how its iterations are divided.
#include "core/worksharing/doacross.h"
#include "core/team/roots.h"

#include "abi_llvm/types.h"
#include "core/team/team.h"

using namespace xomp;
using namespace xomp::abi_llvm;

namespace {

struct KmpDim {
  std::int64_t low;
  std::int64_t up;  // clang: the number of iterations; others: the last value
  std::int64_t step;
};
static_assert(sizeof(KmpDim) == 24);

}  // namespace

XOMP_EXPORT void __kmpc_doacross_init(Ident*, std::int32_t id, std::int32_t count, const KmpDim* dims) {
  team::Worker& me = team::worker_of(id);
  worksharing::DoacrossDimension dimensions[count > 0 ? count : 1];
  for (std::int32_t i = 0; i < count; ++i) {
    dimensions[i].low = dims[i].low;
    dimensions[i].up = dims[i].up;
    dimensions[i].step = dims[i].step;
  }
  begin_doacross(team::team_of(me).loops, team::loops_of(me), team::place_of(me), dimensions,
                 static_cast<std::uint32_t>(count), worksharing::UpperBound::unclear);
}

XOMP_EXPORT void __kmpc_doacross_wait(Ident*, std::int32_t id, const std::int64_t* vector) {
  wait_doacross(team::loops_of(team::worker_of(id)), vector);
}

XOMP_EXPORT void __kmpc_doacross_post(Ident*, std::int32_t id, const std::int64_t* vector) {
  post_doacross(team::loops_of(team::worker_of(id)), vector);
}

XOMP_EXPORT void __kmpc_doacross_fini(Ident*, std::int32_t id) { end_doacross(team::loops_of(team::worker_of(id))); }
