// __kmpc entries for what ends a construct or the program early: cancellation, and the error directive at execution
// time. Called by code that clang generated, from threads of a team or outside.
#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/sync.h"

using namespace xomp;
using abi_llvm::Ident;

// kind: 1 parallel, 2 loop, 3 sections, 4 taskgroup. Not zero: the compiled code goes to the construct's end.

XOMP_EXPORT std::int32_t __kmpc_cancel(Ident*, std::int32_t id, std::int32_t kind) {
  return api::cancel(api::worker_of(id), static_cast<api::Construct>(kind));
}

XOMP_EXPORT std::int32_t __kmpc_cancellationpoint(Ident*, std::int32_t id, std::int32_t kind) {
  return api::cancellation_point(api::worker_of(id), static_cast<api::Construct>(kind));
}

XOMP_EXPORT std::int32_t __kmpc_cancel_barrier(Ident*, std::int32_t id) {
  return api::cancellable_barrier(api::worker_of(id));
}

// severity: 1 warning, 2 fatal. The message is nullptr unless the program gave a literal.
XOMP_EXPORT void __kmpc_error(Ident* loc, std::int32_t severity, const char* message) {
  const char* where = loc != nullptr ? loc->source : nullptr;
  if (severity == 2) api::stop_with_error(message, api::kTerminated, where);
  api::warn_of_error(message, api::kTerminated, where);
}
