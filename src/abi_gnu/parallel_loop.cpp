// GOMP_parallel_loop_*: a region whose threads all begin in one loop, whose bounds are constants of the program. The
// body starts by asking for a chunk. Called by the encountering thread.
#include "abi_gnu/loop.h"
#include "abi_gnu/region.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

using Loop = GnuLoop<long>;

Loop loop_of(long start, long end, long step, long chunk) { return {start, end, step, chunk, direction_of(step)}; }

void run(const NamedSchedule& schedule, Body body, void* data, unsigned threads, const Loop& gnu, unsigned flags,
         api::Call from) {
  api::Worker& me = api::self();
  const LoopParameters loop = parameters_of(me, schedule, gnu);
  api::Request request = request_of(threads, flags);
  request.combined = &loop;
  run_region(me, region_of(body, data), request, from);
}

// Up to gcc 4.8: the compiled code calls the body on the primary thread, then GOMP_parallel_end.
void open(const NamedSchedule& schedule, Body body, void* data, unsigned threads, const Loop& gnu, api::Call from) {
  api::Worker& me = api::self();
  const LoopParameters loop = parameters_of(me, schedule, gnu);
  api::Request request = request_of(threads, 0);
  request.combined = &loop;
  open_region(me, region_of(body, data), request, from);
}

}  // namespace

XOMP_EXPORT void GOMP_parallel_loop_static(Body body, void* data, unsigned threads, long start, long end, long step,
                                           long chunk, unsigned flags) {
  run(kStatic, body, data, threads, loop_of(start, end, step, chunk), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_dynamic(Body body, void* data, unsigned threads, long start, long end, long step,
                                            long chunk, unsigned flags) {
  run(kDynamic, body, data, threads, loop_of(start, end, step, chunk), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_guided(Body body, void* data, unsigned threads, long start, long end, long step,
                                           long chunk, unsigned flags) {
  run(kGuided, body, data, threads, loop_of(start, end, step, chunk), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_nonmonotonic_dynamic(Body body, void* data, unsigned threads, long start, long end,
                                                         long step, long chunk, unsigned flags) {
  run(kDynamic, body, data, threads, loop_of(start, end, step, chunk), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_nonmonotonic_guided(Body body, void* data, unsigned threads, long start, long end,
                                                        long step, long chunk, unsigned flags) {
  run(kGuided, body, data, threads, loop_of(start, end, step, chunk), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_runtime(Body body, void* data, unsigned threads, long start, long end, long step,
                                            unsigned flags) {
  run(kRuntime, body, data, threads, loop_of(start, end, step, 0), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_nonmonotonic_runtime(Body body, void* data, unsigned threads, long start, long end,
                                                         long step, unsigned flags) {
  run(kRuntime, body, data, threads, loop_of(start, end, step, 0), flags, api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_maybe_nonmonotonic_runtime(Body body, void* data, unsigned threads, long start,
                                                               long end, long step, unsigned flags) {
  run(kRuntime, body, data, threads, loop_of(start, end, step, 0), flags, api::here());
}

XOMP_EXPORT void GOMP_parallel_loop_static_start(Body body, void* data, unsigned threads, long start, long end,
                                                 long step, long chunk) {
  open(kStatic, body, data, threads, loop_of(start, end, step, chunk), api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_dynamic_start(Body body, void* data, unsigned threads, long start, long end,
                                                  long step, long chunk) {
  open(kDynamic, body, data, threads, loop_of(start, end, step, chunk), api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_guided_start(Body body, void* data, unsigned threads, long start, long end,
                                                 long step, long chunk) {
  open(kGuided, body, data, threads, loop_of(start, end, step, chunk), api::here());
}
XOMP_EXPORT void GOMP_parallel_loop_runtime_start(Body body, void* data, unsigned threads, long start, long end,
                                                  long step) {
  open(kRuntime, body, data, threads, loop_of(start, end, step, 0), api::here());
}
