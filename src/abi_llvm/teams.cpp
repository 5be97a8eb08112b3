// __kmpc entries for teams on the host.
#include <cstdarg>

#include "abi_llvm/types.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/invoke.h"

using namespace xomp;
using abi_llvm::Ident;

XOMP_EXPORT void __kmpc_push_num_teams(Ident*, std::int32_t id, std::int32_t teams, std::int32_t thread_limit) {
  team::Thread& thread = team::thread_of(team::worker_of(id));
  thread.pushed_teams = teams;
  thread.pushed_thread_limit = thread_limit;
}

XOMP_EXPORT void __kmpc_push_num_teams_51(Ident* loc, std::int32_t id, std::int32_t lower, std::int32_t upper,
                                          std::int32_t thread_limit) {
  __kmpc_push_num_teams(loc, id, upper > 0 ? upper : lower, thread_limit);
}

XOMP_EXPORT void __kmpc_set_thread_limit(Ident*, std::int32_t id, std::int32_t limit) {
  if (limit > 0) team::writable_icv(team::worker_of(id)).thread_limit = limit;
}

XOMP_EXPORT void __kmpc_fork_teams(Ident*, std::int32_t count, void* microtask, ...) {
  team::Worker& me = team::self();
  void* arguments[count > 0 ? count : 1];
  va_list list;
  va_start(list, microtask);
  for (std::int32_t i = 0; i < count; ++i) arguments[i] = va_arg(list, void*);
  va_end(list);
  team::Thread& thread = team::thread_of(me);
  const std::int32_t teams = thread.pushed_teams, limit = thread.pushed_thread_limit;
  thread.pushed_teams = thread.pushed_thread_limit = 0;
  team::league(me, teams, limit, [&] {
    std::int32_t* cells = team::thread_of(me).cells;
    xomp_invoke_microtask(microtask, &cells[0], &cells[1], count, arguments);
  });
}
