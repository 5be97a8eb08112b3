// __kmpc_error: the error directive at execution time.
#include "abi_llvm/types.h"
#include "core/sync/error_directive.h"

using namespace xomp;
using abi_llvm::Ident;

// severity: 1 warning, 2 fatal. The message is nullptr unless the program gave a literal.
XOMP_EXPORT void __kmpc_error(Ident* loc, std::int32_t severity, const char* message) {
  const char* where = loc != nullptr ? loc->source : nullptr;
  if (severity == 2) sync::stop_with_error(message, sync::kTerminated, where);
  sync::warn_of_error(message, sync::kTerminated, where);
}
