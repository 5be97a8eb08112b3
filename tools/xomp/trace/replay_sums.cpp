// What is known at the end only: names of lanes, how many threads there were, and the sums of what they took and lost.
#include <algorithm>

#include "trace/replay.h"

namespace xomp::tool {

RecordingCost recording_cost(const Timeline& line) {
  constexpr std::int64_t kMost = 20, kChild = 25;
  std::int64_t shortest = kMost;
  for (const Task& t : line.tasks)
    if (t.ended >= 0 && t.children == 0) shortest = std::min(shortest, t.own);
  return {shortest, kChild};
}

void Replay::name_lanes() {
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    const RecordedRun::Process& process = run_.processes()[lanes_[i].process];
    LaneSummary& lane = line_.lanes[i];
    if (line_.processes > 1) {
      const std::uint32_t rank = process.file->header().rank;
      lane.name = std::to_string(rank != 0 ? rank - 1 : lanes_[i].process) + ": ";
    }
    lane.name += (lane.moves_messages ? "messages "
                  : lane.is_root      ? "root "
                                      : "thread ") +
                 std::to_string(run_.number_of(i));
  }
}

// Adds up what lanes and processes took and lost.
void Replay::sum_up_time() {
  for (const auto& lane : line_.lanes)
    for (std::size_t s = 0; s < kLaneStates; ++s) line_.time[s] += lane.time[s];
  line_.work_ns = line_.blocked_in_bodies_ns;
  for (const Region& region : line_.regions)
    line_.work_ns += time_in(region.time, LaneState::work) + time_in(region.time, LaneState::left_out);
  if (!line_.has_regions) line_.work_ns = line_.blocked_in_bodies_ns + time_in(line_.time, LaneState::work);
  for (std::size_t s = 0; s < kLaneStates; ++s)
    if (s != static_cast<std::size_t>(LaneState::outside)) line_.thread_ns += line_.time[s];
  for (const Balance& process : balances_) {
    for (std::size_t cause = 0; cause < kCauses; ++cause) {
      const std::int64_t unused =
          std::max<std::int64_t>(process.alone[cause] * process.most_lanes - process.present_while_alone[cause], 0);
      line_.lost[cause] += unused;
      line_.thread_ns += unused;
    }
  }
  line_.lost_where = lost_where_.finish();
}

void Replay::finish() {
  advance(line_.end_ns);
  if (line_.recording_cost.child == 0) line_.recording_cost = recording_cost(line_);
  for (const Task& task : line_.tasks) line_.totals.add(task, line_.recording_cost);
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) flush(lane, line_.end_ns);
  name_lanes();
  line_.has_regions =
      std::any_of(line_.regions.begin(), line_.regions.end(), [](const Region& r) { return !r.is_ours; });
  count_threads();
  sum_up_time();
  line_.discarded = line_.created >= line_.begun ? line_.created - line_.begun : 0;
  std::uint64_t most = 0;
  for (std::uint32_t i = 0; i < line_.lanes.size(); ++i)
    if (line_.lanes[i].created > most) {
      most = line_.lanes[i].created;
      line_.creator_lane = i;
    }
}

// How many threads each process had at most. A front end's tasks need no region, so lanes with tasks count, too.
void Replay::count_threads() {
  std::vector<std::uint32_t> with_tasks(balances_.size());
  std::uint32_t used = 0;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    used += line_.lanes[i].has_records;
    if (line_.lanes[i].tasks != 0) ++with_tasks[lanes_[i].process];
  }
  for (std::size_t p = 0; p < balances_.size(); ++p) {
    balances_[p].most_lanes = std::max(balances_[p].most_lanes, with_tasks[p]);
    line_.most_lanes += balances_[p].most_lanes;
  }
  if (line_.most_lanes == 0) line_.most_lanes = used;
}

}  // namespace xomp::tool
