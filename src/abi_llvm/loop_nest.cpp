// __kmpc entries for collapsed loops whose nest the compiler describes.
#include "abi_llvm/types.h"
#include "core/api/loop.h"
#include "core/api/region.h"

using namespace xomp;
using abi_llvm::Ident;
using api::NestedLoop;

// Returns the number of iterations. The entries below find the variables of one of them.
XOMP_EXPORT std::uint64_t __kmpc_process_loop_nest_rectang(Ident*, std::int32_t, NestedLoop* nest, std::int32_t depth) {
  const std::uint64_t total = api::count_rectangular(nest, depth);
  api::make_canonical(nest, depth);
  return total;
}

XOMP_EXPORT void __kmpc_calc_original_ivs_rectang(Ident*, std::uint64_t index, const NestedLoop* nest,
                                                  std::uint64_t* variables, std::int32_t depth) {
  api::find_rectangular(nest, depth, index, variables);
}

// Finds a static block of the nest's iterations for the calling thread: its first and last point come into `chunk`.
// Returns 0 if it is empty.
XOMP_EXPORT std::int32_t __kmpc_for_collapsed_init(Ident*, std::int32_t id, NestedLoop* nest, NestedLoop* chunk,
                                                   std::int32_t depth, std::int32_t* is_last) {
  const auto place = api::place_of(api::worker_of(id));
  return api::static_block(nest, depth, place.thread_num, place.team_size, chunk, is_last) ? 1 : 0;
}
