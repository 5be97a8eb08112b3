// GOMP_sections_*: numbers from 1; 0 = none left. Called by each thread of the team.
#include "abi_gnu/loop.h"
#include "abi_gnu/region.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

unsigned next_number(api::Worker& me, api::Call from) {
  Iterations one;
  const bool found = take_next(me, one, from, true);
  return found ? static_cast<unsigned>(one.begin) + 1 : 0;
}

void watch_sections(api::Worker& me, const LoopParameters& sections, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::watch_loop(me, sections, true, from.address);
}

}  // namespace

XOMP_EXPORT unsigned GOMP_sections_start(unsigned count) {
  api::Worker& me = api::self();
  const LoopParameters sections = api::sections_as_loop(count);
  api::begin_loop(me, sections);
  watch_sections(me, sections, api::here());
  return next_number(me, api::here());
}

XOMP_EXPORT unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  api::Worker& me = api::self();
  LoopParameters sections = api::sections_as_loop(count);
  sections.keeps_record = reductions != nullptr || memory != nullptr;
  api::begin_loop(me, sections);
  watch_sections(me, sections, api::here());
  give_extras(me, reductions, memory);
  return next_number(me, api::here());
}

XOMP_EXPORT unsigned GOMP_sections_next() { return next_number(api::self(), api::here()); }

XOMP_EXPORT void GOMP_sections_end() {
  api::Worker& me = api::self();
  end(me, api::here());
  pass_barrier(me, ompt_sync_region_barrier_implicit_workshare, api::here());
}
XOMP_EXPORT void GOMP_sections_end_nowait() { end(api::self(), api::here()); }
XOMP_EXPORT bool GOMP_sections_end_cancel() { return end_cancellable(api::self(), api::here()); }

XOMP_EXPORT void GOMP_parallel_sections(Body body, void* data, unsigned threads, unsigned count, unsigned flags) {
  const LoopParameters sections = api::sections_as_loop(count);
  api::Request request = request_of(threads, flags);
  request.combined = &sections;
  run_region(api::self(), region_of(body, data), request, api::here());
}

// Up to gcc 4.8; ended by GOMP_parallel_end.
XOMP_EXPORT void GOMP_parallel_sections_start(Body body, void* data, unsigned threads, unsigned count) {
  const LoopParameters sections = api::sections_as_loop(count);
  api::Request request = request_of(threads, 0);
  request.combined = &sections;
  open_region(api::self(), region_of(body, data), request, api::here());
}
