// Segments of lanes, and the balance of each moment: who works, who is idle, and why.
#include <algorithm>

#include "trace/outputs.h"
#include "trace/replay.h"

namespace xomp::tool {

// What the lane waits for in vain.
LaneState Replay::wait_state_of(const LaneReplay& lane) const {
  // ompt_sync_region_t
  constexpr int kImplicit = 2, kTaskwait = 5, kTaskgroup = 6, kImplicitParallel = 9, kTeams = 10;
  if (lane.stack.empty() || lane.stack.back().kind != Frame::sync) return LaneState::idle;
  switch (lane.stack.back().aux) {
    case kTaskwait: return LaneState::taskwait;
    case kTaskgroup: return LaneState::taskgroup;
    case kImplicit:
    case kImplicitParallel:
    case kTeams: return LaneState::region_end;
    default: return LaneState::barrier;
  }
}

LaneState Replay::present_state_of(const LaneReplay& lane) const {
  if (!reports_tasks_) {
    if (lane.is_idle) return lane.plain == LaneState::outside ? LaneState::outside : LaneState::idle;
    return lane.plain;
  }
  if (lane.stack.empty()) {
    if (!line_.tasks.empty() && lane.is_idle && balance_of(lane).regions == 0)
      return LaneState::idle;  // of a front end
    return LaneState::outside;
  }
  const Frame& top = lane.stack.back();
  if (top.kind == Frame::call)
    return top.aux == static_cast<int>(trace_file::CallKind::mpi) ? LaneState::mpi : LaneState::front_end;
  if (lane.is_idle) return wait_state_of(lane);
  switch (top.kind) {
    case Frame::initial: return LaneState::serial;
    case Frame::region: return LaneState::runtime;
    case Frame::sync: return line_.leaves_out ? LaneState::left_out : LaneState::runtime;
    case Frame::implicit:
      if (const std::uint32_t region = top.index; region != kNoIndex && line_.regions[region].is_ours)
        return LaneState::runtime;
      [[fallthrough]];
    default: return LaneState::work;
  }
}

LaneState Replay::state_of(const LaneReplay& lane) const {
  const LaneState present = present_state_of(lane);
  const Absence* const away = lane.away();
  if (away == nullptr) return present;
  const bool is_the_programs =
      present == LaneState::work || present == LaneState::serial || present == LaneState::left_out;
  if (away->why == Absence::delayed)
    return is_the_programs || present == LaneState::runtime ? LaneState::delayed : present;
  if (!is_the_programs) return present;
  return away->why == Absence::front_end ? LaneState::front_end : LaneState::blocked;
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
    const bool is_task = is_in_body(state) && (top.kind == Frame::task || top.kind == Frame::graph);
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
  time_in(line_.lanes[number].time, state) += ns;
  if (lane.region != kNoIndex) time_in(line_.regions[lane.region].time, state) += ns;
  const bool is_blocked_body = state == LaneState::blocked && present_state_of(lane) == LaneState::work;
  if (is_blocked_body) line_.blocked_in_bodies_ns += ns;
  // A body that sleeps takes its time on a quiet machine, too. What others took from it is no part of its work.
  if (state == LaneState::work || is_blocked_body) {
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
void Replay::relabel(std::uint32_t number, std::int64_t from, std::int64_t to, std::uint32_t site, LaneState state) {
  auto& segments = line_.segments[number];
  LaneReplay& lane = lanes_[number];
  LaneSummary& summary = line_.lanes[number];
  std::int64_t moved = 0;
  while (!segments.empty() && segments.back().end > from) {
    Segment last = segments.back();
    if (is_mutex(last.state)) break;
    segments.pop_back();
    const std::int64_t begin = std::max(last.begin, from);
    const std::int64_t ns = last.end - begin;
    time_in(summary.time, last.state) -= ns;
    if (lane.region != kNoIndex) time_in(line_.regions[lane.region].time, last.state) -= ns;
    if (last.state == LaneState::work) add_work(lane, -ns);
    moved += ns;
    if (begin > last.begin) {
      last.end = begin;
      segments.push_back(last);
      break;
    }
  }
  if (moved <= 0) return;
  segments.push_back({to - moved, to, kNoIndex, site, state});
  time_in(summary.time, state) += moved;
  if (lane.region != kNoIndex) time_in(line_.regions[lane.region].time, state) += moved;
  lost_where_.add(number, Cause::mutex, to - moved, to);
  line_.lost[static_cast<int>(Cause::mutex)] += moved;
  line_.lost_by_site[static_cast<int>(Cause::mutex)][site] += moved;
}

std::uint32_t Replay::site_at_work() const {
  const auto site_of = [this](const LaneReplay& lane) {
    if (lane.stack.empty() || present_state_of(lane) != LaneState::work) return kNoIndex;
    const Frame& top = lane.stack.back();
    if (top.kind == Frame::initial) return kNoIndex;
    return top.kind == Frame::task || top.kind == Frame::graph ? line_.tasks[top.index].site : top.site;
  };
  if (last_busy_ < lanes_.size())
    if (const std::uint32_t site = site_of(lanes_[last_busy_]); site != kNoIndex) return site;
  for (const LaneReplay& lane : lanes_)
    if (const std::uint32_t site = site_of(lane); site != kNoIndex) return site;
  return kNoIndex;
}

// It has made many tasks, and still makes some.
bool Replay::makes_many_tasks(const LaneReplay& lane) const {
  constexpr std::uint32_t kMany = 50;
  constexpr std::int64_t kLongestGap = 20;
  if (lane.stack.empty() || lane.is_idle) return false;
  const Frame& top = lane.stack.back();
  if (top.created < kMany) return false;
  const std::int64_t each = (top.last_created - top.first_created) / top.created;
  return now_ - top.last_created < kLongestGap * each + 20'000 || top.created > line_.created / 5 * 4;
}

Cause Replay::cause_of_idleness(std::uint32_t process) const {
  const Balance& here = balances_[process];
  // Where other programs have taken a processor, the cause is judged as if they had not. That is not possible where the program's own threads
  // are too many.
  if (is_crowded_ && here.delayed_lanes > 0 && here.delayed_lanes >= here.busy) return Cause::delayed;
  if (here.busy == 0 && here.delayed_lanes == 0 && here.ready <= 0) {
    if (here.waits_delayed > 0) return Cause::delayed;
    if (here.in_mpi > 0) return Cause::message;
    if (here.blocked_lanes > 0) return Cause::blocked;
    if (line_.processes == 1) return Cause::nobody;
    if (here.running == 0) return Cause::message;
  }
  // If there are no more ready tasks than idle threads, they have just been made and are on their way to the threads
  // that wait for them.
  if (here.ready > here.idle) return Cause::ready;
  if (here.blocked > 0) return Cause::dependence;
  bool in_single = false;
  for (const LaneReplay& lane : lanes_) {
    if (lane.process != process) continue;
    in_single = in_single || lane.single > 0;
    if (makes_many_tasks(lane)) return Cause::creation;
  }
  if (here.ready > 0) return Cause::ready;
  if (here.running > 0) return Cause::parallelism;
  if (here.regions == 0) return Cause::serial;  // a front end's threads, while the program makes the next graph
  return in_single ? Cause::one_thread : Cause::imbalance;
}

// The process is outside of regions and tasks, so all its threads but one lose their time.
Cause Replay::cause_of_being_alone(const Balance& here) const {
  if (here.busy > 0) return Cause::serial;
  if (here.in_mpi > 0) return Cause::message;
  if (here.delayed_lanes > 0) return Cause::delayed;
  if (here.blocked_lanes > 0) return Cause::blocked;
  return line_.processes > 1 ? Cause::message : Cause::nobody;
}

// Returns Cause::count if no lane of the process is idle.
Cause Replay::count_lost_time_of(std::uint32_t process, std::int64_t ns) {
  Balance& here = balances_[process];
  if (here.regions == 0 && here.running <= 0) {
    if (here.present == 0) return Cause::count;  // nothing is known of it
    const Cause cause = cause_of_being_alone(here);
    const auto index = static_cast<std::size_t>(cause);
    here.alone[index] += ns;
    here.present_while_alone[index] += here.present * ns;
    line_.lost[index] += here.idle * ns;
    return cause;
  }
  if (here.idle == 0 || !reports_tasks_) return Cause::count;
  const Cause cause = cause_of_idleness(process);
  const auto index = static_cast<std::size_t>(cause);
  line_.lost[index] += here.idle * ns;
  line_.lost_by_site[index][site_at_work()] += here.idle * ns;
  return cause;
}

void Replay::count_lost_time(std::int64_t from, std::int64_t to) {
  lost_cause_.clear();
  bool is_in_region = false;
  for (std::uint32_t p = 0; p < balances_.size(); ++p) {
    is_in_region = is_in_region || balances_[p].regions > 0;
    lost_cause_.push_back(count_lost_time_of(p, to - from));
  }
  if (is_in_region) line_.region_ns += to - from;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i)
    if (const Cause cause = lost_cause_[lanes_[i].process]; cause != Cause::count && lanes_[i].is_alive)
      if (is_idle(state_of(lanes_[i]))) lost_where_.add(i, cause, from, to);
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
  std::uint32_t wanted = 0, delayed = 0;
  for (Balance& b : balances_)
    b.idle = b.busy = b.blocked_lanes = b.delayed_lanes = b.in_mpi = b.waits_delayed = b.present = 0;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    const LaneReplay& lane = lanes_[i];
    if (!lane.is_alive) continue;
    const LaneState state = state_of(lane);
    Balance& here = balances_[lane.process];
    here.present += state != LaneState::outside;
    if (is_idle(state)) ++here.idle, here.waits_delayed += lane.is_absent;
    here.blocked_lanes += state == LaneState::blocked;
    here.delayed_lanes += state == LaneState::delayed;
    here.in_mpi += state == LaneState::mpi;
    if (state == LaneState::work || state == LaneState::left_out || state == LaneState::serial) {
      ++here.busy;
      if (state != LaneState::serial) last_busy_ = i;
    }
  }
  for (const Balance& b : balances_) wanted += b.busy + b.delayed_lanes, delayed += b.delayed_lanes;
  is_crowded_ = wanted > processors_;
  if (is_crowded_) line_.delayed_in_crowd_ns += delayed * (at - from);
  count_lost_time(from, at);
  fill_bins(from, at);
  now_ = at;
}

}  // namespace xomp::tool
