// Segments of lanes, and the balance of each moment: who works, who is idle, and why.
#include <algorithm>

#include "trace/outputs.h"
#include "trace/replay.h"

namespace xomp::tool {

LaneState Replay::state_of(const LaneReplay& lane) const {
  if (!reports_tasks_) {
    if (lane.is_idle) return lane.plain == LaneState::outside ? LaneState::outside : LaneState::idle;
    return lane.plain;
  }
  if (lane.stack.empty()) {
    if (!line_.tasks.empty() && lane.is_idle && balance_of(lane).regions == 0)
      return LaneState::idle;  // of a front end
    return LaneState::outside;
  }
  if (lane.is_idle) return LaneState::idle;
  switch (lane.stack.back().kind) {
    case Frame::initial: return LaneState::serial;
    case Frame::region: return LaneState::runtime;
    case Frame::sync: return line_.leaves_out ? LaneState::left_out : LaneState::runtime;
    case Frame::implicit:
      if (const std::uint32_t region = lane.stack.back().index; region != kNoIndex && line_.regions[region].is_ours)
        return LaneState::runtime;
      [[fallthrough]];
    default: return LaneState::work;
  }
}

void Replay::flush(std::uint32_t number, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  const std::int64_t begin = lane.since;
  lane.since = at;
  if (!lane.is_alive || at <= begin) return;
  const LaneState state = state_of(lane);
  std::uint32_t what = kNoIndex, site = kNoIndex;
  if (!lane.stack.empty()) {
    const Frame& top = lane.stack.back();
    const bool is_task = state == LaneState::work && (top.kind == Frame::task || top.kind == Frame::graph);
    if (is_task && top.index < limits_.tasks) what = top.index;
    else site = top.site;
  }
  auto& segments = line_.segments[number];
  if (!segments.empty() && segments.back().end == begin && segments.back().state == state &&
      segments.back().what == what && segments.back().site == site)
    segments.back().end = at;
  else segments.push_back({begin, at, what, site, state}), ++segments_;
  if (segments_ > limits_.segments) join_short_segments();
  const std::int64_t ns = at - begin;
  line_.lanes[number].time[static_cast<std::size_t>(state)] += ns;
  if (lane.region != kNoIndex) line_.regions[lane.region].time[static_cast<std::size_t>(state)] += ns;
  if (state != LaneState::idle && state != LaneState::outside) lane.busy_since_cpu += ns;
  if (state == LaneState::work) {
    add_work(lane, ns);
    if (lane.loop != kNoIndex) lane.work_in_loop += ns;
  }
}

void Replay::join_short_segments() {
  const std::int64_t shortest = shortest_for(line_, limits_.segments / 2);
  segments_ = 0;
  for (auto& segments : line_.segments) {
    coarsen(segments, line_.tasks, shortest);
    segments_ += segments.size();
  }
}

// Corrects the state of a time: what was taken for work or idleness was a wait for a mutex.
void Replay::relabel(std::uint32_t number, std::int64_t from, std::int64_t to, std::uint32_t site) {
  auto& segments = line_.segments[number];
  LaneReplay& lane = lanes_[number];
  LaneSummary& summary = line_.lanes[number];
  std::int64_t moved = 0;
  while (!segments.empty() && segments.back().end > from) {
    Segment last = segments.back();
    if (last.state == LaneState::mutex) break;
    segments.pop_back();
    const std::int64_t begin = std::max(last.begin, from);
    const std::int64_t ns = last.end - begin;
    summary.time[static_cast<std::size_t>(last.state)] -= ns;
    if (lane.region != kNoIndex) line_.regions[lane.region].time[static_cast<std::size_t>(last.state)] -= ns;
    if (last.state == LaneState::work) add_work(lane, -ns);
    if (last.state != LaneState::idle && last.state != LaneState::outside) lane.busy_since_cpu -= ns;
    moved += ns;
    if (begin > last.begin) {
      last.end = begin;
      segments.push_back(last);
      break;
    }
  }
  if (moved <= 0) return;
  segments.push_back({to - moved, to, kNoIndex, site, LaneState::mutex});
  summary.time[static_cast<std::size_t>(LaneState::mutex)] += moved;
  if (lane.region != kNoIndex) line_.regions[lane.region].time[static_cast<std::size_t>(LaneState::mutex)] += moved;
  line_.lost[static_cast<int>(Cause::mutex)] += moved;
  line_.lost_by_site[static_cast<int>(Cause::mutex)][site] += moved;
}

std::uint32_t Replay::site_at_work() const {
  const auto site_of = [this](const LaneReplay& lane) {
    if (lane.stack.empty() || state_of(lane) != LaneState::work) return kNoIndex;
    const Frame& top = lane.stack.back();
    return top.kind == Frame::task || top.kind == Frame::graph ? line_.tasks[top.index].site : top.site;
  };
  if (last_busy_ < lanes_.size())
    if (const std::uint32_t site = site_of(lanes_[last_busy_]); site != kNoIndex) return site;
  for (const LaneReplay& lane : lanes_)
    if (const std::uint32_t site = site_of(lane); site != kNoIndex) return site;
  return kNoIndex;
}

Cause Replay::cause_of_idleness(std::uint32_t process) const {
  const Balance& here = balances_[process];
  if (here.busy == 0 && here.ready <= 0) {
    if (line_.processes == 1) return Cause::nobody;
    if (here.running == 0) return Cause::message;
  }
  // If there are no more ready tasks than idle threads, they have just been made and are on their way to the threads
  // that wait for them.
  if (here.ready > here.idle) return Cause::ready;
  if (here.blocked > 0) return Cause::dependence;
  // Looks for a thread that has made many tasks and still makes some.
  constexpr std::uint32_t kMany = 50;
  constexpr std::int64_t kLongestGap = 20;
  bool in_single = false;
  for (const LaneReplay& lane : lanes_) {
    if (lane.process != process) continue;
    in_single = in_single || lane.single > 0;
    if (lane.stack.empty()) continue;
    const Frame& top = lane.stack.back();
    if (top.created < kMany || lane.is_idle) continue;
    const std::int64_t each = (top.last_created - top.first_created) / top.created;
    const bool is_at_it = now_ - top.last_created < kLongestGap * each + 20'000;
    if (is_at_it || top.created > line_.created / 5 * 4) return Cause::creation;
  }
  if (here.ready > 0) return Cause::ready;
  if (here.running > 0) return Cause::parallelism;
  if (here.regions == 0) return Cause::serial;  // a front end's threads, while the program makes the next graph
  return in_single ? Cause::one_thread : Cause::imbalance;
}

void Replay::count_idle_time(std::int64_t ns) {
  std::uint32_t regions = 0;
  std::int64_t running = 0;
  bool any = false;
  for (std::uint32_t p = 0; p < balances_.size(); ++p) {
    const Balance& here = balances_[p];
    regions += here.regions;
    running += here.running;
    if (here.idle == 0 || (here.regions == 0 && line_.tasks.empty()) || !reports_tasks_) continue;
    const auto cause = static_cast<std::size_t>(cause_of_idleness(p));
    if (cause == static_cast<std::size_t>(Cause::serial)) continue;
    any = true;
    line_.lost[cause] += here.idle * ns;
    line_.lost_by_site[cause][site_at_work()] += here.idle * ns;
  }
  if (regions > 0) line_.region_ns += ns;
  if (!any && regions == 0 && line_.most_lanes > 0 && running == 0)
    line_.lost[static_cast<int>(Cause::serial)] += ns;  // times the threads that might work: finish()
}

void Replay::fill_bins(std::int64_t from, std::int64_t to) {
  std::int64_t busy = 0, idle = 0, ready = 0;
  for (const Balance& b : balances_) busy += b.busy, idle += b.idle, ready += std::max<std::int64_t>(b.ready, 0);
  for (std::int64_t t = from; t < to;) {
    while (bin_ < kBins - 1 && t >= (bin_ + 1) * bin_ns_) ++bin_;  // time never goes back
    const std::int64_t end = bin_ == kBins - 1 ? to : std::min(to, (bin_ + 1) * bin_ns_);
    Bin& b = line_.bins[static_cast<std::size_t>(bin_)];
    const float share = static_cast<float>(end - t) * of_bin_;
    b.running += share * static_cast<float>(busy);
    b.idle += share * static_cast<float>(idle);
    b.ready += share * static_cast<float>(ready);
    t = end;
  }
}

void Replay::advance(std::int64_t at) {
  const std::int64_t from = now_;
  if (at <= from) return;
  for (Balance& b : balances_) b.idle = b.busy = 0;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    const LaneReplay& lane = lanes_[i];
    if (!lane.is_alive) continue;
    const LaneState state = state_of(lane);
    if (state == LaneState::idle) ++balances_[lane.process].idle;
    if (state == LaneState::work || state == LaneState::left_out || state == LaneState::serial) {
      ++balances_[lane.process].busy;
      if (state != LaneState::serial) last_busy_ = i;
    }
  }
  count_idle_time(at - from);
  fill_bins(from, at);
  now_ = at;
}

}  // namespace xomp::tool
