// __kmpc entries for teams on the host.
#include "abi_llvm/microtask.h"
#include "abi_llvm/place.h"
#include "abi_llvm/types.h"
#include "core/api/icv.h"
#include "core/api/region.h"
#include "core/api/watch.h"

using namespace xomp;
using abi_llvm::Ident;

XOMP_EXPORT void __kmpc_push_num_teams(Ident*, std::int32_t id, std::int32_t teams, std::int32_t thread_limit) {
  api::announce_league(api::worker_of(id), {teams, thread_limit});
}

XOMP_EXPORT void __kmpc_push_num_teams_51(Ident* loc, std::int32_t id, std::int32_t lower, std::int32_t upper,
                                          std::int32_t thread_limit) {
  __kmpc_push_num_teams(loc, id, upper > 0 ? upper : lower, thread_limit);
}

XOMP_EXPORT void __kmpc_set_thread_limit(Ident*, std::int32_t, std::int32_t limit) {
  if (limit > 0) api::set_current(&api::TaskIcv::thread_limit, limit);
}

XOMP_EXPORT void __kmpc_fork_teams(Ident* loc, std::int32_t count, void* microtask, ...) {
  api::Worker& me = api::self();
  const api::LeagueClauses clauses = api::take_announced_league(me);
  if (api::is_watched()) [[unlikely]]
    api::note_region(me, abi_llvm::here(loc));
  va_list list;
  va_start(list, microtask);
  abi_llvm::with_arguments(count, list, [&](void** arguments) {
    api::league(me, clauses.teams, clauses.thread_limit,
                [&] { abi_llvm::invoke_microtask(me, microtask, count, arguments); });
  });
  va_end(list);
}
