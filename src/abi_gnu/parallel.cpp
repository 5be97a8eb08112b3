// GOMP entries for parallel regions and barriers. Called by code that gcc generated, from any thread.
#include "abi_gnu/region.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

XOMP_EXPORT void GOMP_parallel(Body body, void* data, unsigned threads, unsigned flags) {
  run_region(api::self(), region_of(body, data), request_of(threads, flags), api::here());
}

// Up to gcc 4.8: the compiled code itself calls the body on the primary thread.
XOMP_EXPORT void GOMP_parallel_start(Body body, void* data, unsigned threads) {
  open_region(api::self(), region_of(body, data), request_of(threads, 0), api::here());
}

XOMP_EXPORT void GOMP_parallel_end() { api::end_parallel(api::self()); }

XOMP_EXPORT void GOMP_barrier() { pass_barrier(api::self(), trace::kAnyBarrier, api::here()); }
