// __kmpc entries for what ends a construct or the program early: cancellation, and the error directive at execution
// time. Called by code that clang generated, from threads of a team or outside.
#include <cstring>

#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/sync.h"
#include "core/api/task.h"
#include "core/api/watch.h"

using namespace xomp;
using abi_llvm::Ident;

// kind: 1 parallel, 2 loop, 3 sections, 4 taskgroup. If the result is not zero, the compiled code goes to the
// construct's end. A thread that leaves a cancelled loop or sections so skips the entry that ends its reduction(task,
// ...).

namespace {

// `how` says whether the thread has asked for it, or found out.
bool leaves(api::Worker& me, std::int32_t kind, bool is_cancelled, int how, api::Call from) {
  const auto construct = static_cast<api::Construct>(kind);
  if (is_cancelled && api::is_watched()) [[unlikely]]
    api::watch_cancel(me, construct, how, from.address);
  if (is_cancelled && (construct == api::Construct::loop || construct == api::Construct::sections))
    team::leave_cancelled_worksharing(me);
  return is_cancelled;
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_cancel(Ident*, std::int32_t id, std::int32_t kind) {
  api::Worker& me = api::worker_of(id);
  return leaves(me, kind, api::cancel(me, static_cast<api::Construct>(kind)), ompt_cancel_activated, api::here());
}

XOMP_EXPORT std::int32_t __kmpc_cancellationpoint(Ident*, std::int32_t id, std::int32_t kind) {
  api::Worker& me = api::worker_of(id);
  return leaves(me, kind, api::cancellation_point(me, static_cast<api::Construct>(kind)), ompt_cancel_detected,
                api::here());
}

XOMP_EXPORT std::int32_t __kmpc_cancel_barrier(Ident* loc, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  if (api::is_watched()) [[unlikely]]
    return api::watched_cancellable_barrier(me, api::here(), abi_llvm::barrier_kind(loc));
  return api::cancellable_barrier(me);
}

// severity: 1 warning, 2 fatal. The message is nullptr unless the program gave a literal.
XOMP_EXPORT void __kmpc_error(Ident* loc, std::int32_t severity, const char* message) {
  const char* where = loc != nullptr ? loc->source : nullptr;
  if (api::may_be_watched() && api::find_tool()) [[unlikely]]
    api::watch_error(severity == 2 ? ompt_fatal : ompt_warning, message, message != nullptr ? std::strlen(message) : 0,
                     api::here().address);
  if (severity == 2) api::stop_with_error(message, api::kTerminated, where);
  api::warn_of_error(message, api::kTerminated, where);
}
