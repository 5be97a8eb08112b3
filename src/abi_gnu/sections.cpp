// GOMP_sections_*: numbers from 1; 0 = none left. Called by each thread of the team.
#include "core/worksharing/sections.h"

#include "abi_gnu/loop.h"
#include "abi_gnu/region.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

unsigned next_number(team::Worker& me) {
  ThreadLoops& mine = team::loops_of(me);
  // The body of parallel sections asks for numbers without having started them.
  if (mine.schedule == nullptr && !begin_combined_loop(team::team_of(me).loops, mine, team::place_of(me))) return 0;
  Iterations one;
  return next_chunk(mine, one) ? static_cast<unsigned>(one.begin) + 1 : 0;
}

}  // namespace

XOMP_EXPORT unsigned GOMP_sections_start(unsigned count) {
  team::Worker& me = team::self();
  begin(me, worksharing::sections_as_loop(count));
  return next_number(me);
}

XOMP_EXPORT unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  team::Worker& me = team::self();
  LoopParameters sections = worksharing::sections_as_loop(count);
  sections.keeps_record = reductions != nullptr || memory != nullptr;
  begin(me, sections);
  give_extras(me, reductions, memory);
  return next_number(me);
}

XOMP_EXPORT unsigned GOMP_sections_next() { return next_number(team::self()); }

XOMP_EXPORT void GOMP_sections_end() {
  team::Worker& me = team::self();
  end(me);
  team::barrier(me);
}
XOMP_EXPORT void GOMP_sections_end_nowait() { end(team::self()); }
XOMP_EXPORT bool GOMP_sections_end_cancel() { return end_cancellable(team::self()); }

XOMP_EXPORT void GOMP_parallel_sections(Body body, void* data, unsigned threads, unsigned count, unsigned flags) {
  const LoopParameters sections = worksharing::sections_as_loop(count);
  team::Request request = request_of(threads, flags);
  request.combined = &sections;
  team::parallel(team::self(), region_of(body, data), request);
}

// Up to gcc 4.8; ended by GOMP_parallel_end.
XOMP_EXPORT void GOMP_parallel_sections_start(Body body, void* data, unsigned threads, unsigned count) {
  const LoopParameters sections = worksharing::sections_as_loop(count);
  team::Request request = request_of(threads, 0);
  request.combined = &sections;
  team::begin_parallel(team::self(), region_of(body, data), request);
}
