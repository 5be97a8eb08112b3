// Regions, their threads, and worksharing constructs.
#include <algorithm>

#include "trace/replay.h"

namespace xomp::tool {

using trace_file::Kind;
using trace_file::Record;

namespace {

constexpr int kWorkSingle = 3, kWorkSingleOther = 4;  // ompt_work_t, as it is in the file

}  // namespace

void Replay::begin_region(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  Region region;
  region.site = site_for(number, Site::region, record.value);
  region.begin = at;
  region.lane = number;
  region.is_ours = record.value == 0;
  if (!region.is_ours) ++balance_of(number).regions;
  if (!lane.stack.empty())
    if (const auto [span, path] = span_of(lane.stack.back());
        span != nullptr && lane.stack.back().kind != Frame::initial) {
      region.begin_span = region.span = *span;
      region.path = *path;
      if (*path != kNoIndex) line_.paths[*path].task = 1;
    }
  const auto index = static_cast<std::uint32_t>(line_.regions.size());
  numbered_regions_[number].set(lane.numbers++, index);
  line_.regions.push_back(std::move(region));
  Frame frame{};
  frame.kind = Frame::region;
  frame.index = index;
  lane.stack.push_back(frame);
}

void Replay::end_region(std::uint32_t number, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind != Frame::region) continue;
    Region& region = line_.regions[f->index];
    region.end = at;
    lane.stack.erase(std::next(f).base(), lane.stack.end());
    if (std::uint32_t& open = balance_of(number).regions; open > 0 && !region.is_ours) --open;
    if (!lane.stack.empty() && lane.stack.back().kind != Frame::initial) {
      if (const auto [span, path] = span_of(lane.stack.back()); span != nullptr)
        join(*span, *path, region.span, region.path);
    } else {
      line_.span_ns += region.span;
      if (region.path != kNoIndex) {
        // Chains all outermost regions one after the other.
        line_.paths.push_back({0, kNoIndex, 1, line_.span_path});
        const auto mark = static_cast<std::uint32_t>(line_.paths.size() - 1);
        line_.paths.push_back({0, region.path, 2, mark});
        line_.span_path = static_cast<std::uint32_t>(line_.paths.size() - 1);
      }
    }
    return;
  }
}

void Replay::begin_implicit(std::uint32_t number, const Record& record, std::int64_t) {
  LaneReplay& lane = lanes_[number];
  Frame frame{};
  const bool is_initial = trace_file::aux_of(record) == 1;
  frame.kind = is_initial ? Frame::initial : Frame::implicit;
  if (!is_initial) {
    frame.index = numbered_region(number, record.value & trace_file::kAddressMask);
    lane.region = frame.index;
    if (frame.index != kNoIndex) {
      Region& region = line_.regions[frame.index];
      ++region.threads;
      frame.site = region.site;
      frame.span = region.begin_span;
    }
    Balance& balance = balance_of(number);
    balance.most_lanes = std::max(balance.most_lanes, ++balance.lanes_in_region);
  }
  lane.is_idle = false;
  lane.stack.push_back(frame);
}

void Replay::end_implicit(std::uint32_t number, std::int64_t) {
  LaneReplay& lane = lanes_[number];
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind != Frame::implicit && f->kind != Frame::initial) continue;
    if (f->kind == Frame::implicit) {
      if (std::uint32_t& lanes = balance_of(number).lanes_in_region; lanes > 0) --lanes;
      if (f->index != kNoIndex) join(line_.regions[f->index].span, line_.regions[f->index].path, f->span, f->path);
    }
    lane.stack.erase(std::next(f).base(), lane.stack.end());
    break;
  }
  lane.single = 0;
  lane.loop = kNoIndex;
  lane.region = kNoIndex;
  for (const Frame& f : lane.stack)
    if (f.kind == Frame::implicit) lane.region = f.index;
}

void Replay::end_phase(LaneReplay& lane) {
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind == Frame::task || f->kind == Frame::graph) return;
    if (f->kind != Frame::implicit) continue;
    if (f->index == kNoIndex) return;
    Region& region = line_.regions[f->index];
    constexpr std::uint32_t kMostPhases = 100'000;
    if (f->phase < kMostPhases) {
      if (region.phases.size() <= f->phase) region.phases.resize(f->phase + 1);
      Region::Phase& phase = region.phases[f->phase];
      phase.most = std::max(phase.most, f->own_in_phase);
      phase.sum += f->own_in_phase;
      ++phase.threads;
    }
    ++f->phase;
    f->own_in_phase = 0;
    join(region.span, region.path, f->span, f->path);
    return;
  }
}

void Replay::begin_loop(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  const int kind = trace_file::aux_of(record);
  if (kind == kWorkSingle) ++lane.single;
  if (kind == kWorkSingle || kind == kWorkSingleOther) return;
  const std::uint32_t site = site_for(number, Site::loop, record.value);
  const auto [known, is_new] = loops_.emplace(site, static_cast<std::uint32_t>(line_.loops.size()));
  lane.loop = known->second;
  if (is_new) {
    Loop loop;
    loop.site = site;
    loop.kind = kind;
    line_.loops.push_back(loop);
  }
  const Record* const more = lane.cursor.more();
  lane.iterations = more != nullptr ? more->value : 0;
  lane.work_began = at;
  lane.work_in_loop = 0;
}

void Replay::end_loop(std::uint32_t number, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  if (lane.loop == kNoIndex) {
    if (lane.single > 0) --lane.single;
    return;
  }
  const auto implicit =
      std::find_if(lane.stack.rbegin(), lane.stack.rend(), [](const Frame& f) { return f.kind == Frame::implicit; });
  const std::uint32_t occurrence = implicit != lane.stack.rend() ? implicit->loops++ : 0;
  const std::uint64_t key = (static_cast<std::uint64_t>(lane.region) << 32 | lane.loop) * 1000003u + occurrence;
  LoopInstance& instance = instances_[key];
  instance.sum += lane.work_in_loop;
  instance.most = std::max(instance.most, lane.work_in_loop);
  ++instance.threads;
  Loop& loop = line_.loops[lane.loop];
  loop.sum += lane.work_in_loop;
  if (instance.threads == 1) ++loop.instances, loop.iterations += lane.iterations;
  loop.most = std::max(loop.most, instance.most);
  if (line_.loop_pieces.size() < limits_.loop_pieces)
    line_.loop_pieces.push_back({lane.work_began, at, number, lane.loop, lane.iterations});
  lane.loop = kNoIndex;
}

void Replay::handle_work(std::uint32_t number, const Record& record, std::int64_t at) {
  switch (trace_file::kind_of(record)) {
    case Kind::region_begin: return begin_region(number, record, at);
    case Kind::region_end: return end_region(number, at);
    case Kind::implicit_begin: return begin_implicit(number, record, at);
    case Kind::implicit_end: return end_implicit(number, at);
    case Kind::work_begin: return begin_loop(number, record, at);
    case Kind::work_end: return end_loop(number, at);
    default: return;
  }
}

}  // namespace xomp::tool
