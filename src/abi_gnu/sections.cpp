// GOMP_sections_*: numbers from 1; 0 = none left. Called by each thread of the team.
#include "abi_gnu/loop.h"
#include "abi_gnu/region.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

unsigned next_number(api::Worker& me) {
  Iterations one;
  return api::next_chunk_of_combined(me, one) ? static_cast<unsigned>(one.begin) + 1 : 0;
}

}  // namespace

XOMP_EXPORT unsigned GOMP_sections_start(unsigned count) {
  api::Worker& me = api::self();
  api::begin_loop(me, api::sections_as_loop(count));
  return next_number(me);
}

XOMP_EXPORT unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  api::Worker& me = api::self();
  LoopParameters sections = api::sections_as_loop(count);
  sections.keeps_record = reductions != nullptr || memory != nullptr;
  api::begin_loop(me, sections);
  give_extras(me, reductions, memory);
  return next_number(me);
}

XOMP_EXPORT unsigned GOMP_sections_next() { return next_number(api::self()); }

XOMP_EXPORT void GOMP_sections_end() {
  api::Worker& me = api::self();
  end(me);
  api::barrier(me);
}
XOMP_EXPORT void GOMP_sections_end_nowait() { end(api::self()); }
XOMP_EXPORT bool GOMP_sections_end_cancel() { return end_cancellable(api::self()); }

XOMP_EXPORT void GOMP_parallel_sections(Body body, void* data, unsigned threads, unsigned count, unsigned flags) {
  const LoopParameters sections = api::sections_as_loop(count);
  api::Request request = request_of(threads, flags);
  request.combined = &sections;
  api::parallel(api::self(), region_of(body, data), request);
}

// Up to gcc 4.8; ended by GOMP_parallel_end.
XOMP_EXPORT void GOMP_parallel_sections_start(Body body, void* data, unsigned threads, unsigned count) {
  const LoopParameters sections = api::sections_as_loop(count);
  api::Request request = request_of(threads, 0);
  request.combined = &sections;
  api::begin_parallel(api::self(), region_of(body, data), request);
}
