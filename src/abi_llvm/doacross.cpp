// Doacross loops: announced before the loop itself, which then says how its iterations are divided.
#include "abi_llvm/types.h"
#include "core/api/loop.h"
#include "core/api/region.h"
#include "core/api/watch.h"

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
  api::Worker& me = api::worker_of(id);
  api::DoacrossDimension dimensions[count > 0 ? count : 1];
  for (std::int32_t i = 0; i < count; ++i) {
    dimensions[i].low = dims[i].low;
    dimensions[i].up = dims[i].up;
    dimensions[i].step = dims[i].step;
  }
  api::begin_doacross(me, dimensions, static_cast<std::uint32_t>(count), api::UpperBound::unclear);
}

XOMP_EXPORT void __kmpc_doacross_wait(Ident*, std::int32_t id, const std::int64_t* vector) {
  api::Worker& me = api::worker_of(id);
  api::ThreadLoops& mine = api::loops_of(me);
  const bool exists = wait_doacross(mine, vector);
  if (exists && api::is_watched()) [[unlikely]]
    api::watch_doacross(me, ompt_dependence_type_sink, vector, mine.doacross.dimensions, api::here());
}

XOMP_EXPORT void __kmpc_doacross_post(Ident*, std::int32_t id, const std::int64_t* vector) {
  api::Worker& me = api::worker_of(id);
  api::ThreadLoops& mine = api::loops_of(me);
  if (api::is_watched()) [[unlikely]]
    api::watch_doacross(me, ompt_dependence_type_source, vector, mine.doacross.dimensions, api::here());
  post_doacross(mine, vector);
}

XOMP_EXPORT void __kmpc_doacross_fini(Ident*, std::int32_t id) { end_doacross(api::loops_of(api::worker_of(id))); }
