// __kmpc entries for parallel regions and for finding oneself. Called by code that clang generated, from any thread.
#include <cstdarg>

#include "abi_llvm/types.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/fence.h"
#include "platform/invoke.h"

using namespace xomp;
using abi_llvm::Ident;

namespace {

void invoke_microtask(team::Worker& me, const team::Region& region) {
  std::int32_t* cells = team::thread_of(me).cells;
  xomp_invoke_microtask(region.function, &cells[0], &cells[1], region.argument_count, region.arguments);
}

team::Request take_pushed(team::Worker& me) {
  team::Request& pushed = team::thread_of(me).pushed;
  const team::Request request = pushed;
  pushed = {};
  return request;
}

void fork(team::Worker& me, void* microtask, std::int32_t count, void** arguments, const team::Request& request) {
  team::parallel(me, {invoke_microtask, microtask, nullptr, arguments, count}, request);
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_global_thread_num(Ident*) { return team::self().id; }

XOMP_EXPORT std::int32_t __kmpc_bound_thread_num(Ident*) { return team::self().thread->number; }

XOMP_EXPORT std::int32_t __kmpc_bound_num_threads(Ident*) { return team::self().thread->team->size; }

XOMP_EXPORT std::int32_t __kmpc_in_parallel(Ident*) { return team::team_of(team::self()).active_level > 0; }

XOMP_EXPORT std::int32_t __kmpc_ok_to_fork(Ident*) { return 1; }

XOMP_EXPORT void __kmpc_begin(Ident*, std::int32_t) { team::self(); }

XOMP_EXPORT void __kmpc_end(Ident*) {}

XOMP_EXPORT void __kmpc_push_num_threads(Ident*, std::int32_t id, std::int32_t count) {
  team::thread_of(team::worker_of(id)).pushed.threads = count > 0 ? count : 0;
}

// num_threads of OpenMP 6.0 (LLVM 20): a number for each nesting level, of which the first two count; strict with what
// to do if the number cannot be had.
static void push_threads(std::int32_t id, std::uint32_t length, const std::int32_t* list, std::int32_t severity,
                         const char* message) {
  team::Thread& thread = team::thread_of(team::worker_of(id));
  thread.pushed.threads = length > 0 && list[0] > 0 ? list[0] : 0;
  if (thread.pushed.threads == 0) return;
  thread.pushed_clause = {length > 1 ? list[1] : 0, static_cast<team::Strictness>(severity), message};
  thread.pushed.clause = &thread.pushed_clause;
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
  team::Request& pushed = team::thread_of(team::worker_of(id)).pushed;
  pushed.bind_given = kind >= 2 && kind <= 4;
  if (pushed.bind_given) pushed.bind = static_cast<icv::ProcBind>(kind);
}

XOMP_EXPORT void __kmpc_fork_call(Ident*, std::int32_t count, void* microtask, ...) {
  team::Worker& me = team::self();
  void* arguments[count > 0 ? count : 1];
  va_list list;
  va_start(list, microtask);
  for (std::int32_t i = 0; i < count; ++i) arguments[i] = va_arg(list, void*);
  va_end(list);
  fork(me, microtask, count, arguments, take_pushed(me));
}

XOMP_EXPORT void __kmpc_fork_call_if(Ident*, std::int32_t, void* microtask, std::int32_t condition, void* argument) {
  team::Worker& me = team::self();
  team::Request request = take_pushed(me);
  request.serial = condition == 0;
  fork(me, microtask, argument != nullptr ? 1 : 0, &argument, request);
}

XOMP_EXPORT void __kmpc_serialized_parallel(Ident*, std::int32_t id) {
  team::Worker& me = team::worker_of(id);
  team::Request request = take_pushed(me);
  request.serial = true;
  team::begin_parallel(me, {}, request);
}

XOMP_EXPORT void __kmpc_end_serialized_parallel(Ident*, std::int32_t id) { team::end_parallel(team::worker_of(id)); }

XOMP_EXPORT void __kmpc_barrier(Ident*, std::int32_t id) { team::barrier(team::worker_of(id)); }

XOMP_EXPORT void __kmpc_flush(Ident*) { platform::fence_seq_cst(); }
