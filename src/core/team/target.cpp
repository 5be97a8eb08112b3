#include "core/team/target.h"

#include <cstdlib>

#include "core/team/watched.h"
#include "platform/message.h"

namespace xomp::team {

void require_host(Worker& me, std::int32_t device) {
  if (icv::global.target_offload != icv::TargetOffload::mandatory || device == -2) return;
  if (device == -1) device = icv_of(me).default_device;
  if (device == 0 || device == -1) return;
  platform::print("xomp: error: OMP_TARGET_OFFLOAD is set to MANDATORY, but device %d was not found\n", device);
  std::exit(EXIT_FAILURE);
}

void run_target(Worker& me, void (*body)(void*), void* data, std::int32_t thread_limit) {
  if (trace::is_watched()) [[unlikely]]
    watch_target_begin(me);
  begin_initial_region(me, 0, 1, thread_limit);
  icv::TaskIcv icv = icv::initial;  // a device's: what the program has set on the host does not count
  if (thread_limit > 0) icv.thread_limit = thread_limit;
  set_icv(me, icv);
  body(data);
  end_parallel(me);
}

bool next_team_of_league(Worker& me, std::int32_t teams, std::int32_t thread_limit, bool first) {
  Team& mine = team_of(me);
  if (first) {
    mine.league_number = 0;
    mine.league_size = teams > 0 ? teams : default_league_size();
    if (thread_limit != 0) change_icv(me, [=](icv::TaskIcv& icv) { icv.thread_limit = thread_limit; });
  } else if (mine.league_number + 1 < mine.league_size) {
    ++mine.league_number;
  } else {
    mine.league_number = 0;
    mine.league_size = 1;
    return false;
  }
  take_part_of_places(me);
  return true;
}

}  // namespace xomp::team
