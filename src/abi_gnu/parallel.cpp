// GOMP entries for parallel regions and barriers. Called by code that gcc generated, from any thread.
#include "abi_gnu/export.h"
#include "core/team/team.h"

using namespace xomp;

namespace {

using Body = void (*)(void*);

void invoke_body(team::Worker&, const team::Region& region) {
  reinterpret_cast<Body>(region.function)(region.data);
}

team::Region region_of(Body body, void* data) {
  return {invoke_body, reinterpret_cast<void*>(body), data, nullptr, 0};
}

// flags & 7: proc_bind's value, 0 = no clause.
team::Request request_of(unsigned threads, unsigned flags) {
  team::Request request;
  request.threads = threads > static_cast<unsigned>(team::kMaxTeamSize) ? team::kMaxTeamSize : static_cast<int>(threads);
  request.serial = threads == 1;
  request.bind_given = (flags & 7) != 0;
  request.bind = static_cast<icv::ProcBind>(flags & 7);
  return request;
}

}  // namespace

XOMP_EXPORT void GOMP_parallel(Body body, void* data, unsigned threads, unsigned flags) {
  team::parallel(team::self(), region_of(body, data), request_of(threads, flags));
}

// Up to gcc 4.8: the compiled code itself calls the body on the primary thread.
XOMP_EXPORT void GOMP_parallel_start(Body body, void* data, unsigned threads) {
  team::begin_parallel(team::self(), region_of(body, data), request_of(threads, 0));
}

XOMP_EXPORT void GOMP_parallel_end() { team::end_parallel(team::self()); }

XOMP_EXPORT void GOMP_barrier() { team::barrier(team::self()); }
