// Tells a trace where the compiler says that a construct is. Entries do so only while a tool or a trace watches, on
// their cold path.
#pragma once

#include "abi_llvm/types.h"
#include "core/api/watch_mutex.h"

namespace xomp::abi_llvm {

inline void note_place(const Ident* loc, const void* call) {
  if (loc != nullptr) api::note_place(call, loc->source);
}
// As api::here(). It also notes the place that the compiler gives.
[[gnu::always_inline]] inline api::Call here(const Ident* loc) {
  const api::Call from = api::here();
  note_place(loc, from.address);
  return from;
}

}  // namespace xomp::abi_llvm
