#include "trace/recorded_run.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <tuple>

#include "trace/sources.h"

namespace xomp::tool {

using trace_file::Kind;
using trace_file::Record;

RecordedRun::RecordedRun(const std::vector<const RawFile*>& files) : worlds_(files.size()) {
  for (const RawFile* file : files) {
    Process process{file, lane_count(), 0, {}, {}};
    process_of_.resize(process_of_.size() + file->lanes().size(), static_cast<std::uint32_t>(processes_.size()));
    processes_.push_back(std::move(process));
    read_names(processes_.back());
    if (processes_.size() > 1) map_modules(processes_.back());
  }
  const std::vector<Pair> pairs = match_messages();
  set_clocks(pairs);
  for (const Pair& p : pairs)
    messages_.push_back({p.sent.lane, p.received.lane, ns(p.sent.lane, p.sent.ticks),
                         ns(p.received.lane, p.received.ticks), p.sent.bytes, p.is_by_itself});
  std::sort(messages_.begin(), messages_.end(),
            [](const RecordedMessage& a, const RecordedMessage& b) { return a.received < b.received; });
}

const std::vector<RawChunk>& RecordedRun::chunks(std::uint32_t lane) const {
  const Process& p = processes_[process_of_[lane]];
  return p.file->lanes()[lane - p.first_lane].chunks;
}

std::uint32_t RecordedRun::lane_of(std::uint32_t process, std::uint64_t number) const {
  const Process& p = processes_[process];
  const std::size_t place = p.file->place_of_lane(number);
  return place < p.file->lanes().size() ? p.first_lane + static_cast<std::uint32_t>(place) : kNoLane;
}

std::int64_t RecordedRun::moment(std::uint32_t lane, std::uint64_t ticks) const {
  const Process& p = processes_[process_of_[lane]];
  return p.file->clock().moment(ticks) + p.shift_ns * Clock::kMomentsInNs;
}

std::uint64_t RecordedRun::address(std::uint32_t lane, std::uint64_t address) const {
  for (const Process::Module& m : processes_[process_of_[lane]].modules)
    if (address >= m.begin && address < m.end) return address - m.begin + m.there;
  return address;
}

// "7 text", or "world 1 id rank size" (xomp/trace_file.h).
void RecordedRun::read_names(Process& process) {
  std::istringstream lines(process.file->names());
  for (std::string text; std::getline(lines, text);) {
    const auto space = text.find(' ');
    if (space == std::string::npos) continue;
    unsigned number = 0, rank = 0;
    unsigned long long id = 0;
    if (std::sscanf(text.c_str(), "world %u %llu %u", &number, &id, &rank) == 3)
      worlds_[static_cast<std::size_t>(&process - processes_.data())][number] = {id, rank};
    else process.names[std::strtoull(text.c_str(), nullptr, 10)] = text.substr(space + 1);
  }
}

void RecordedRun::map_modules(Process& process) {
  const std::vector<Mapping> here = mappings_of(first().maps());
  for (const Mapping& m : mappings_of(process.file->maps()))
    for (const Mapping& there : here)
      if (there.file == m.file && there.offset == m.offset) {
        process.modules.push_back({m.begin, m.end, there.begin});
        break;
      }
}

// Finds the two ends of each message, by what both of them know of it.
std::vector<RecordedRun::Pair> RecordedRun::match_messages() {
  using Key =
      std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint64_t, bool>;  // world, ranks, number, kind
  std::map<Key, std::pair<End, bool>> open;                                          // and whether it is the receiver's
  std::vector<Pair> pairs;
  for (std::uint32_t lane = 0; lane < lane_count(); ++lane) {
    const auto& worlds = worlds_[process_of_[lane]];
    if (worlds.empty()) continue;
    for (const RawChunk& chunk : chunks(lane))
      for (std::size_t i = 0; i + 1 < chunk.records.size(); ++i) {
        const Record &r = chunk.records[i], &more = chunk.records[i + 1];
        const Kind kind = trace_file::kind_of(r);
        if (kind != Kind::message_sent && kind != Kind::message_received) continue;
        const auto world = worlds.find(static_cast<std::uint32_t>(r.value >> 32));
        if (world == worlds.end() || trace_file::kind_of(more) != Kind::more) continue;
        const auto peer = static_cast<std::uint32_t>(r.value);
        const bool has_come = kind == Kind::message_received, is_by_itself = trace_file::aux_of(r) != 0;
        const std::uint32_t from = has_come ? peer : world->second.rank, to = has_come ? world->second.rank : peer;
        const End end{lane, trace_file::time_of(r), more.value};
        const auto [other, is_first] =
            open.try_emplace({world->second.id, from, to, trace_file::time_of(more), is_by_itself}, end, has_come);
        if (is_first || other->second.second == has_come) continue;
        const End& first = other->second.first;
        pairs.push_back({has_come ? first : end, has_come ? end : first, is_by_itself});
        open.erase(other);
      }
  }
  half_messages_ = open.size();
  return pairs;
}

namespace {

using Fastest = std::map<std::pair<std::string, std::string>,
                         std::int64_t>;  // of the messages from one host to another, by the clocks

// Returns how much later a host's clock is than the first one's: from that one on to those that it has messages with,
// and so on.
std::map<std::string, std::int64_t> lateness(const std::string& first_host, const Fastest& fastest) {
  std::map<std::string, std::int64_t> wrong{{first_host, 0}};
  for (bool any = true; any;) {
    any = false;
    for (const auto& [hosts, there] : fastest) {
      const auto& [from, to] = hosts;
      const auto back = fastest.find({to, from});
      if (!wrong.contains(from) || wrong.contains(to) || back == fastest.end()) continue;
      wrong[to] = wrong[from] + (there - back->second) / 2;
      any = true;
    }
  }
  return wrong;
}

}  // namespace

// Processes of one host have one clock. Those of others have their calendars, which may be wrong. So the clocks are set
// such that of the messages between two hosts the fastest one of each direction takes the same time.
void RecordedRun::set_clocks(const std::vector<Pair>& pairs) {
  const auto host_of = [&](std::size_t process) { return std::string(processes_[process].file->header().host); };
  const auto start = [&](std::size_t process) {
    return static_cast<std::int64_t>(processes_[process].file->header().first_ns);
  };
  std::map<std::string, std::int64_t> calendar;  // of each host, at 0 of its clock
  for (std::size_t p = 0; p < processes_.size(); ++p)
    calendar.try_emplace(host_of(p),
                         static_cast<std::int64_t>(processes_[p].file->header().first_calendar_ns) - start(p));
  const auto place = [&] {
    for (std::size_t p = 0; p < processes_.size(); ++p)
      processes_[p].shift_ns = start(p) + calendar[host_of(p)] - calendar[host_of(0)];
    std::int64_t first = INT64_MAX;
    for (const Process& p : processes_) first = std::min(first, p.shift_ns);
    constexpr std::int64_t kMost = Clock::kMostMoment / Clock::kMomentsInNs;  // of calendars that no clock has
    for (Process& p : processes_) p.shift_ns = std::min(p.shift_ns - first, kMost);
  };
  place();
  if (calendar.size() == 1) return;
  Fastest fastest;
  for (const Pair& p : pairs) {
    const std::string from = host_of(process_of_[p.sent.lane]), to = host_of(process_of_[p.received.lane]);
    if (from == to) continue;
    const std::int64_t took = ns(p.received.lane, p.received.ticks) - ns(p.sent.lane, p.sent.ticks);
    const auto [known, is_first] = fastest.try_emplace({from, to}, took);
    if (!is_first) known->second = std::min(known->second, took);
  }
  for (const auto& [host, ns_late] : lateness(host_of(0), fastest)) calendar[host] -= ns_late;
  place();
}

}  // namespace xomp::tool
