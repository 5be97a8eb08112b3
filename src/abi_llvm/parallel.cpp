// __kmpc entries for parallel regions and for finding oneself. Called by code that clang generated, from any thread.
#include "abi_llvm/microtask.h"
#include "abi_llvm/place.h"
#include "abi_llvm/types.h"
#include "core/api/icv.h"
#include "core/api/region.h"
#include "core/api/watch.h"
#include "platform/fence.h"

using namespace xomp;
using abi_llvm::Ident;

namespace {

void invoke(api::Worker& me, const api::Region& region) {
  abi_llvm::invoke_microtask(me, region.function, region.argument_count, region.arguments);
}

void fork(api::Worker& me, void* microtask, std::int32_t count, void** arguments, const api::Request& request,
          api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::note_region(me, from);
  api::parallel(me, {invoke, microtask, nullptr, arguments, count}, request);
}

// num_threads of OpenMP 6.0 (LLVM 20): a number for each nesting level, of which the first two count; strict with what
// to do if the number cannot be had.
void push_threads(std::int32_t id, std::uint32_t length, const std::int32_t* list, std::int32_t severity,
                  const char* message) {
  const api::ThreadsClause clause{length > 1 ? list[1] : 0, static_cast<api::Strictness>(severity), message};
  api::announce_threads(api::worker_of(id), length > 0 ? list[0] : 0, clause);
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_global_thread_num(Ident*) { return api::id_of(api::self()); }

XOMP_EXPORT std::int32_t __kmpc_bound_thread_num(Ident*) { return api::thread_number(api::self()); }

XOMP_EXPORT std::int32_t __kmpc_bound_num_threads(Ident*) { return api::team_size(api::self()); }

XOMP_EXPORT std::int32_t __kmpc_in_parallel(Ident*) { return api::active_level(api::self()) > 0; }

XOMP_EXPORT std::int32_t __kmpc_ok_to_fork(Ident*) { return 1; }

XOMP_EXPORT void __kmpc_begin(Ident*, std::int32_t) { api::self(); }

XOMP_EXPORT void __kmpc_end(Ident*) {}

XOMP_EXPORT void __kmpc_push_num_threads(Ident*, std::int32_t id, std::int32_t count) {
  api::announce_threads(api::worker_of(id), count);
}

XOMP_EXPORT void __kmpc_push_num_threads_list(Ident*, std::int32_t id, std::uint32_t length, const std::int32_t* list) {
  push_threads(id, length, list, 0, nullptr);
}

XOMP_EXPORT void __kmpc_push_num_threads_strict(Ident*, std::int32_t id, std::int32_t count, std::int32_t severity,
                                                const char* message) {
  push_threads(id, 1, &count, severity, message);
}

XOMP_EXPORT void __kmpc_push_num_threads_list_strict(Ident*, std::int32_t id, std::uint32_t length,
                                                     const std::int32_t* list, std::int32_t severity,
                                                     const char* message) {
  push_threads(id, length, list, severity, message);
}

XOMP_EXPORT void __kmpc_pop_num_threads(Ident*, std::int32_t) {}

XOMP_EXPORT void __kmpc_push_proc_bind(Ident*, std::int32_t id, std::int32_t kind) {
  api::Worker& me = api::worker_of(id);
  if (kind < 2 || kind > 4) return api::announce_no_binding(me);
  api::announce_binding(me, static_cast<api::ProcBind>(kind));
}

XOMP_EXPORT void __kmpc_fork_call(Ident* loc, std::int32_t count, void* microtask, ...) {
  api::Worker& me = api::self();
  const api::Call from = api::here();
  if (api::is_watched()) [[unlikely]]
    abi_llvm::note_place(loc, from.address);
  va_list list;
  va_start(list, microtask);
  abi_llvm::with_arguments(
      count, list, [&](void** arguments) { fork(me, microtask, count, arguments, api::take_announced(me), from); });
  va_end(list);
}

XOMP_EXPORT void __kmpc_fork_call_if(Ident*, std::int32_t, void* microtask, std::int32_t condition, void* argument) {
  api::Worker& me = api::self();
  api::Request request = api::take_announced(me);
  request.serial = condition == 0;
  fork(me, microtask, argument != nullptr ? 1 : 0, &argument, request, api::here());
}

XOMP_EXPORT void __kmpc_serialized_parallel(Ident* loc, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  api::Request request = api::take_announced(me);
  request.serial = true;
  if (api::is_watched()) [[unlikely]]
    api::note_region(me, abi_llvm::here(loc), true);
  api::begin_parallel(me, {}, request);
}

XOMP_EXPORT void __kmpc_end_serialized_parallel(Ident*, std::int32_t id) { api::end_parallel(api::worker_of(id)); }

XOMP_EXPORT void __kmpc_barrier(Ident* loc, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  if (api::is_watched()) [[unlikely]] {
    api::watched_barrier(me, abi_llvm::here(loc), abi_llvm::barrier_kind(loc));
    return;
  }
  api::barrier(me);
}

XOMP_EXPORT void __kmpc_flush(Ident*) {
  platform::fence_seq_cst();
  if (api::may_be_watched() && api::find_tool()) [[unlikely]]
    api::watch_flush(api::self(), api::here().address);
}
