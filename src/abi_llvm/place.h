// Where the compiler says that a construct is. Entries tell a trace of it on their cold side, while somebody watches.
#pragma once

#include "abi_llvm/types.h"
#include "core/api/watch_mutex.h"

namespace xomp::abi_llvm {

inline void note_place(const Ident* loc, const void* call) {
  if (loc != nullptr) api::note_place(call, loc->source);
}
// As api::here().
[[gnu::always_inline]] inline api::Call here(const Ident* loc) {
  const api::Call from = api::here();
  note_place(loc, from.address);
  return from;
}

}  // namespace xomp::abi_llvm
