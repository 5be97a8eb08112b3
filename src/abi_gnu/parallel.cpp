// GOMP entries for parallel regions, barriers and teams. Called by code that gcc generated: those for teams outside of every region or inside
// of a target region, the others from any thread.
#include "abi_gnu/region.h"
#include "core/api/icv.h"
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

// ---- teams ----

XOMP_EXPORT void GOMP_teams_reg(void (*body)(void*), void* data, unsigned teams, unsigned thread_limit, unsigned) {
  api::Worker& me = api::self();
  if (api::is_watched()) [[unlikely]]
    api::note_region(me, api::here());
  api::league(me, static_cast<int>(teams), static_cast<int>(thread_limit), [=] { body(data); });
}

// Inside a target region the compiled code loops as long as this says that there is a next team.
XOMP_EXPORT bool GOMP_teams4(unsigned lower, unsigned, unsigned thread_limit, bool first) {
  return api::next_team_of_league(api::self(), static_cast<int>(lower), static_cast<int>(thread_limit), first);
}

// gcc up to 11: the body runs once.
XOMP_EXPORT void GOMP_teams(unsigned, unsigned thread_limit) {
  if (thread_limit != 0) api::set_current(&api::TaskIcv::thread_limit, static_cast<std::int32_t>(thread_limit));
}
