// GOMP entries for parallel regions and barriers. Called by code that gcc generated, from any thread.
#include "abi_gnu/region.h"
#include "core/team/roots.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

XOMP_EXPORT void GOMP_parallel(Body body, void* data, unsigned threads, unsigned flags) {
  team::parallel(team::self(), region_of(body, data), request_of(threads, flags));
}

// Up to gcc 4.8: the compiled code itself calls the body on the primary thread.
XOMP_EXPORT void GOMP_parallel_start(Body body, void* data, unsigned threads) {
  team::begin_parallel(team::self(), region_of(body, data), request_of(threads, 0));
}

XOMP_EXPORT void GOMP_parallel_end() { team::end_parallel(team::self()); }

XOMP_EXPORT void GOMP_barrier() { team::barrier(team::self()); }
