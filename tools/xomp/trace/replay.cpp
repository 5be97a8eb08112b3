// The records of all lanes in the order of time; threads, and what changes no lane's state.
#include "trace/replay.h"

#include <algorithm>
#include <queue>

#include "trace/conversion.h"

namespace xomp::tool {

using trace_file::Kind;
using trace_file::Record;

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
      balances_(run.processes().size()),
      lost_where_(run.lane_count()) {
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
    lanes_[i].absences = find_absences(run, i);
  }
  bin_ns_ = line_.end_ns / kBins + 1;
  processors_ = std::max(run.first().header().processors, 1u);
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

// Returns when the lane's next record was made, or the next absence begins or ends; INT64_MAX if there are no more records.
std::int64_t Replay::next_moment(std::uint32_t number) {
  LaneReplay& lane = lanes_[number];
  const Record* const r = lane.cursor.look();
  if (r == nullptr) return INT64_MAX;
  const std::int64_t border = lane.border();
  const std::int64_t moment = run_.moment(number, trace_file::time_of(*r));
  return border <= moment / Clock::kMomentsInNs ? border * Clock::kMomentsInNs : moment;
}

void Replay::take_next(std::uint32_t number, std::int64_t moment) {
  LaneReplay& lane = lanes_[number];
  Cursor& cursor = lane.cursor;
  const std::int64_t at = std::clamp(moment / Clock::kMomentsInNs, now_, line_.end_ns);
  advance(at);
  if (lane.border() <= moment / Clock::kMomentsInNs) return cross_absence(number, at);
  if (lane.begun_chunks != cursor.chunk + 1) {
    lane.begun_chunks = cursor.chunk + 1;
    Progress::add();
    lane.numbers = (*cursor.chunks)[cursor.chunk].header->numbers;
  }
  handle(number, *cursor.look(), at);
  if (line_.paths.size() > limits_.paths) forget_paths();
  ++cursor.record;
}

Timeline Replay::run() {
  using Entry = std::pair<std::int64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) next.emplace(next_moment(lane), lane);
  while (!next.empty()) {
    const std::uint32_t lane = next.top().second;
    std::int64_t moment = next.top().first;
    next.pop();
    const std::int64_t until = next.empty() ? INT64_MAX : next.top().first;
    for (; moment <= until && moment != INT64_MAX; moment = next_moment(lane)) take_next(lane, moment);
    if (moment != INT64_MAX) next.emplace(moment, lane);
  }
  finish();
  return std::move(line_);
}

void Replay::cross_absence(std::uint32_t number, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  flush(number, at);
  if (lane.is_absent) ++lane.absence;
  lane.is_absent = !lane.is_absent;
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
}

void Replay::change_state(std::uint32_t number, int activity) {
  // By trace_file::Activity.
  constexpr LaneState kStates[] = {LaneState::serial, LaneState::work, LaneState::runtime, LaneState::outside};
  LaneReplay& lane = lanes_[number];
  const auto is_in_region = [&] { return lane.plain == LaneState::work || lane.plain == LaneState::runtime; };
  const bool was_in_region = is_in_region();
  lane.plain = kStates[std::min(activity, 3)];
  if (lane.is_root && is_in_region() != was_in_region) balance_of(number).regions += is_in_region() ? 1u : ~0u;
}

Timeline replay(const RecordedRun& run, const ReplayLimits& limits) { return Replay(run, limits).run(); }

}  // namespace xomp::tool
