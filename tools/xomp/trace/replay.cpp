// The records of all lanes in the order of time: threads, regions, waits, worksharing.
#include "trace/replay.h"

#include <algorithm>
#include <queue>

#include "trace/conversion.h"

namespace xomp::tool {

using trace_file::Kind;
using trace_file::Record;

namespace {

constexpr std::uint64_t kAddress = (std::uint64_t{1} << trace_file::kAddressBits) - 1;
// ompt_sync_region_t and ompt_work_t, as they are in the file.
constexpr int kTaskwait = 5, kTaskgroup = 6;
constexpr int kWorkSingle = 3, kWorkSingleOther = 4;

bool is_barrier(int kind) { return kind != kTaskwait && kind != kTaskgroup; }

}  // namespace

const Record* Cursor::look() {
  while (chunk < chunks->size()) {
    const auto& records = (*chunks)[chunk].records;
    while (record < records.size() && trace_file::kind_of(records[record]) == Kind::more) ++record;
    if (record < records.size()) return &records[record];
    ++chunk;
    record = 0;
  }
  return nullptr;
}

const Record* Cursor::more() {
  const auto& records = (*chunks)[chunk].records;
  if (record + 1 >= records.size() || trace_file::kind_of(records[record + 1]) != Kind::more) return nullptr;
  return &records[record + 1];
}

Replay::Replay(const RecordedRun& run, const ReplayLimits& limits)
    : run_(run),
      lanes_(run.lane_count()),
      numbered_tasks_(run.lane_count()),
      numbered_regions_(run.lane_count()),
      limits_(limits),
      balances_(run.processes().size()) {
  line_.segments.resize(lanes_.size());
  line_.lanes.resize(lanes_.size());
  line_.bins.resize(kBins);
  line_.processes = static_cast<std::uint32_t>(run.processes().size());
  line_.messages = run.messages();
  line_.half_messages = run.half_messages();
  line_.end_ns = 1;
  for (const RecordedRun::Process& process : run.processes()) {
    const auto& header = process.file->header();
    reports_tasks_ = reports_tasks_ && header.level != trace_file::Level::states;
    const std::uint64_t last = header.is_complete != 0 ? header.last_ticks : header.first_ticks;
    line_.end_ns = std::max(line_.end_ns, process.file->clock().ns(last) + process.shift_ns);
  }
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].cursor.chunks = &run.chunks(i);
    lanes_[i].process = line_.lanes[i].process = run.process_of(i);
    look_through(i);
  }
  bin_ns_ = line_.end_ns / kBins + 1;
  of_bin_ = 1 / static_cast<float>(bin_ns_);
  reserve();
}

// Asks for the memory of what grows to its limits: what is not used costs nothing, and growing step by step would copy it.
void Replay::reserve() {
  std::size_t all = 0;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    std::size_t records = 0;
    for (const RawChunk& chunk : run_.chunks(i)) records += chunk.records.size();
    line_.segments[i].reserve(std::min(records, limits_.segments / lanes_.size()));
    all += records;
  }
  line_.tasks.reserve(std::min(all, limits_.tasks));
  line_.paths.reserve(std::min(all, limits_.paths));
}

// Finds when the last of the lane's records was made, and whether it says that tasks were left out.
void Replay::look_through(std::uint32_t lane) {
  for (const RawChunk& chunk : run_.chunks(lane)) {
    std::int64_t latest = INT64_MIN;
    for (const Record& r : chunk.records) {
      const Kind kind = trace_file::kind_of(r);
      if (kind == Kind::more) continue;
      latest = std::max(latest, run_.moment(lane, trace_file::time_of(r)));
      const bool is_last = kind == Kind::create && (trace_file::aux_of(r) & trace_file::kLast) != 0;
      if (is_last || kind == Kind::depth) line_.leaves_out = true;
    }
    if (latest != INT64_MIN) line_.end_ns = std::max(line_.end_ns, latest / Clock::kMomentsInNs);
  }
}

std::uint32_t Replay::site_for(std::uint32_t lane, Site::Kind kind, std::uint64_t own_address) {
  const std::uint64_t address = run_.address(lane, own_address);
  const std::uint64_t key = address << 4 | kind;
  const auto [found, is_new] = sites_.emplace(key, static_cast<std::uint32_t>(line_.sites.size()));
  if (is_new) {
    Site site;
    site.kind = kind;
    (kind == Site::task || kind == Site::native ? site.body : site.call) = address;
    line_.sites.push_back(std::move(site));
  }
  if (kind == Site::task && line_.sites[found->second].call == 0)
    if (const auto known = calls_.find(address); known != calls_.end()) line_.sites[found->second].call = known->second;
  return found->second;
}

Timeline Replay::run() {
  using Entry = std::pair<std::int64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
  const auto enter = [&](std::uint32_t lane) {
    if (const Record* const r = lanes_[lane].cursor.look())
      next.emplace(run_.moment(lane, trace_file::time_of(*r)), lane);
  };
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) enter(lane);
  while (!next.empty()) {
    const std::uint32_t lane = next.top().second;
    next.pop();
    const std::int64_t until = next.empty() ? INT64_MAX : next.top().first;
    Cursor& cursor = lanes_[lane].cursor;
    for (const Record* r; (r = cursor.look()) != nullptr;) {
      const std::int64_t moment = run_.moment(lane, trace_file::time_of(*r));
      if (moment > until) break;
      if (lanes_[lane].begun_chunks != cursor.chunk + 1) {
        lanes_[lane].begun_chunks = cursor.chunk + 1;
        Progress::add();
        lanes_[lane].numbers = (*cursor.chunks)[cursor.chunk].header->numbers;
      }
      const std::int64_t at = std::clamp(moment / Clock::kMomentsInNs, now_, line_.end_ns);
      advance(at);
      handle(lane, *r, at);
      if (line_.paths.size() > limits_.paths) forget_paths();
      ++cursor.record;
    }
    enter(lane);
  }
  finish();
  return std::move(line_);
}

void Replay::handle(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  line_.lanes[number].has_records = true;
  if (note_aside(number, record, at)) return;
  flush(number, at);
  switch (trace_file::kind_of(record)) {
    case Kind::thread_begin: begin_thread(number, record); break;
    case Kind::thread_end:
      lane.is_alive = false;
      lane.stack.clear();
      break;
    case Kind::state: change_state(number, trace_file::aux_of(record)); break;
    default:
      if (!lane.is_alive) lane.is_alive = true;  // its beginning was not kept
      handle_wait(number, record, at);
      handle_task(number, record, at);
      handle_work(number, record, at);
  }
}

bool Replay::note_aside(std::uint32_t number, const Record& record, std::int64_t at) {
  const std::uint64_t value = record.value;
  const Record* const more = lanes_[number].cursor.more();
  switch (trace_file::kind_of(record)) {
    case Kind::site:
      if (more != nullptr) note_call(run_.address(number, value), run_.address(number, more->value));
      return true;
    case Kind::dropped:
      line_.dropped.push_back({number, value, more != nullptr ? run_.ns(number, trace_file::time_of(*more)) : at, at});
      line_.lanes[number].dropped += value;
      return true;
    case Kind::place:
      if (more != nullptr) line_.texts_of_places.emplace(value, more->value);
      return true;
    case Kind::dependence:
      if (more != nullptr) add_dependence(number, value, more->value);
      return true;
    case Kind::mutex_held:
      if (more != nullptr) {
        MutexUse& use = line_.mutexes[site_for(number, Site::mutex, more->value)];
        const std::uint64_t end = trace_file::time_of(record);
        ++use.holds;
        use.held += run_.ns(number, end) - run_.ns(number, end - std::min(end, trace_file::time_of(*more)));
      }
      return true;
    case Kind::chunk:
    case Kind::depth: return true;
    default: return false;
  }
}

void Replay::note_call(std::uint64_t body, std::uint64_t call) {
  calls_[body] = call;
  if (const auto known = sites_.find(body << 4 | Site::task); known != sites_.end())
    line_.sites[known->second].call = call;
}

void Replay::begin_thread(std::uint32_t number, const Record& record) {
  LaneReplay& lane = lanes_[number];
  lane.is_alive = true;
  lane.is_root = trace_file::aux_of(record) == 1;
  lane.plain = lane.is_root ? LaneState::serial : LaneState::outside;
  line_.lanes[number].is_root = lane.is_root;
  line_.lanes[number].moves_messages = trace_file::aux_of(record) == 3;
  line_.lanes[number].thread_id = static_cast<std::uint32_t>(record.value);
  lane.stack.clear();
  lane.is_idle = false;
  lane.cpu_at = -1;
}

void Replay::change_state(std::uint32_t number, int activity) {
  // trace::Activity: serial, working, runtime, waiting.
  constexpr LaneState kStates[] = {LaneState::serial, LaneState::work, LaneState::runtime, LaneState::outside};
  LaneReplay& lane = lanes_[number];
  const auto is_in_region = [&] { return lane.plain == LaneState::work || lane.plain == LaneState::runtime; };
  const bool was_in_region = is_in_region();
  lane.plain = kStates[std::min(activity, 3)];
  if (lane.is_root && is_in_region() != was_in_region) balance_of(number).regions += is_in_region() ? 1u : ~0u;
}

void Replay::begin_wait(std::uint32_t number, const Record& record) {
  LaneReplay& lane = lanes_[number];
  const int kind = trace_file::aux_of(record);
  if (is_barrier(kind)) end_phase(lane);
  Frame frame{};
  frame.kind = Frame::sync;
  frame.aux = static_cast<std::uint8_t>(kind);
  frame.site = record.value != 0 ? site_for(number, Site::wait, record.value) : kNoIndex;
  lane.stack.push_back(frame);
}

void Replay::handle_wait(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  const int aux = trace_file::aux_of(record);
  switch (trace_file::kind_of(record)) {
    case Kind::idle_begin: lane.is_idle = true; break;
    case Kind::idle_end: lane.is_idle = false; break;
    case Kind::no_wait: end_wait_span(lane, aux); break;
    case Kind::wait_begin: begin_wait(number, record); break;
    case Kind::wait_end:
      for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
        if (f->kind != Frame::sync || f->aux != aux) continue;
        lane.stack.erase(std::next(f).base());
        break;
      }
      end_wait_span(lane, aux);
      break;
    case Kind::mutex_wait:
      if (const Record* const more = lane.cursor.more()) count_mutex_wait(number, record, more->value, at);
      break;
    case Kind::processor_time: count_robbed_time(number, record.value, at); break;
    default: break;
  }
}

void Replay::count_mutex_wait(std::uint32_t number, const Record& record, std::uint64_t ticks, std::int64_t at) {
  const std::uint64_t end = trace_file::time_of(record);
  const std::uint32_t site = site_for(number, Site::mutex, record.value & kAddress);
  MutexUse& use = line_.mutexes[site];
  const std::int64_t began = std::max<std::int64_t>(run_.ns(number, end - std::min(ticks, end)), 0);
  ++use.waits;
  use.waited += at - began;
  relabel(number, began, at, site);
}

// Counts the time for which the thread was at work by the clock, without the time that the system says it has had.
void Replay::count_robbed_time(std::uint32_t number, std::uint64_t processor_ns, std::int64_t at) {
  constexpr std::uint64_t kMostNs = std::uint64_t{1} << 56;
  LaneReplay& lane = lanes_[number];
  const auto cpu = static_cast<std::int64_t>(std::min(processor_ns, kMostNs));
  if (lane.cpu_at >= 0) {
    const std::int64_t missing = lane.busy_since_cpu - (cpu - lane.cpu_ns);
    if (missing > 0) line_.lanes[number].robbed += missing;
  }
  lane.cpu_at = at;
  lane.cpu_ns = cpu;
  lane.busy_since_cpu = 0;
}

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
    frame.index = numbered_region(number, record.value & kAddress);
    lane.region = frame.index;
    if (frame.index != kNoIndex) {
      Region& region = line_.regions[frame.index];
      ++region.threads;
      frame.site = region.site;
      frame.span = region.begin_span;
    }
    ++lanes_in_region_;
    line_.most_lanes = std::max(line_.most_lanes, lanes_in_region_);
  }
  lane.is_idle = false;
  lane.stack.push_back(frame);
}

void Replay::end_implicit(std::uint32_t number, std::int64_t) {
  LaneReplay& lane = lanes_[number];
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind != Frame::implicit && f->kind != Frame::initial) continue;
    if (f->kind == Frame::implicit) {
      if (lanes_in_region_ > 0) --lanes_in_region_;
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
  line_.loops[lane.loop].iterations += lane.iterations;
  lane.work_began = at;
  lane.work_in_loop = 0;
}

void Replay::end_loop(std::uint32_t number, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  if (lane.loop == kNoIndex) {
    if (lane.single > 0) --lane.single;
    return;
  }
  const std::uint64_t key =
      (static_cast<std::uint64_t>(lane.region) << 32 | lane.loop) * 1000003u + lane.loop_instance++;
  LoopInstance& instance = instances_[key];
  instance.sum += lane.work_in_loop;
  instance.most = std::max(instance.most, lane.work_in_loop);
  ++instance.threads;
  Loop& loop = line_.loops[lane.loop];
  loop.sum += lane.work_in_loop;
  if (instance.threads == 1) ++loop.instances;
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

void Replay::finish() {
  advance(line_.end_ns);
  if (line_.recording_cost.child == 0) line_.recording_cost = recording_cost(line_);
  for (const Task& task : line_.tasks) line_.totals.add(task, line_.recording_cost);
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) flush(lane, line_.end_ns);
  name_lanes();
  for (const auto& lane : line_.lanes)
    for (int s = 0; s < kLaneStates; ++s)
      line_.time[static_cast<std::size_t>(s)] += lane.time[static_cast<std::size_t>(s)];
  line_.work_ns = 0;
  for (const Region& region : line_.regions)
    line_.work_ns +=
        region.time[static_cast<int>(LaneState::work)] + region.time[static_cast<int>(LaneState::left_out)];
  line_.has_regions =
      std::any_of(line_.regions.begin(), line_.regions.end(), [](const Region& r) { return !r.is_ours; });
  if (!line_.has_regions) line_.work_ns = line_.time[static_cast<std::size_t>(LaneState::work)];
  line_.discarded = line_.created >= line_.begun ? line_.created - line_.begun : 0;
  std::uint64_t most = 0;
  for (std::uint32_t i = 0; i < line_.lanes.size(); ++i)
    if (line_.lanes[i].created > most) {
      most = line_.lanes[i].created;
      line_.creator_lane = i;
    }
  std::uint32_t used = 0, with_tasks = 0;
  for (const auto& lane : line_.lanes) used += lane.has_records, with_tasks += lane.tasks != 0;
  // A front end's tasks need no region, so lanes with tasks count, too.
  line_.most_lanes = std::max(line_.most_lanes, with_tasks);
  if (line_.most_lanes == 0) line_.most_lanes = used;
  if (line_.most_lanes > 1) line_.lost[static_cast<int>(Cause::serial)] *= line_.most_lanes - 1;
  else line_.lost[static_cast<int>(Cause::serial)] = 0;
}

Timeline replay(const RecordedRun& run, const ReplayLimits& limits) { return Replay(run, limits).run(); }

}  // namespace xomp::tool
