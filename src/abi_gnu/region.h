// How gcc describes a parallel region: an outlined function, its record, a number of threads, and flags.
#pragma once

#include "core/api/region.h"

namespace xomp::abi_gnu {

using Body = void (*)(void*);

inline void invoke_body(api::Worker&, const api::Region& region) {
  reinterpret_cast<Body>(region.function)(region.data);
}

inline api::Region region_of(Body body, void* data) {
  return {invoke_body, reinterpret_cast<void*>(body), data, nullptr, 0};
}

// flags & 7: proc_bind's value, 0 = no clause.
inline api::Request request_of(unsigned threads, unsigned flags) {
  api::Request request;
  request.threads = threads > static_cast<unsigned>(api::kMaxTeamSize) ? api::kMaxTeamSize : static_cast<int>(threads);
  request.serial = threads == 1;
  request.bind_given = (flags & 7) != 0;
  request.bind_inherited = true;
  request.bind = static_cast<api::ProcBind>(flags & 7);
  return request;
}

}  // namespace xomp::abi_gnu
