// Fewer slices for files that a browser opens, and what every output has to say about its limits.
#include <algorithm>

#include <fmt/format.h>

#include "trace/outputs.h"

namespace xomp::tool {

std::int64_t shortest_for(const Timeline& line, std::size_t most) {
  std::size_t all = 0;
  for (const auto& lane : line.segments) all += lane.size();
  if (all <= most) return 0;
  std::vector<std::int64_t> lengths;
  lengths.reserve(all);
  for (const auto& lane : line.segments)
    for (const Segment& s : lane) lengths.push_back(s.end - s.begin);
  // Between two slices that stay there may be one joined piece, so only half as many may stay.
  const auto at = lengths.end() - static_cast<std::ptrdiff_t>(most / 2);
  std::nth_element(lengths.begin(), at, lengths.end());
  return *at;
}

namespace {

// Calls `keep` for each segment that stays, in order, and never for more of them than were read.
template <class Keep>
void join_short_ones(const std::vector<Segment>& segments, const std::vector<Task>& tasks, std::int64_t shortest,
                     Keep&& keep) {
  std::int64_t time[kLaneStates] = {};
  std::uint32_t work_site = kNoIndex;
  bool joins = false;
  Segment piece{};
  const auto close = [&] {
    if (!joins) return;
    piece.state = static_cast<LaneState>(std::max_element(time, time + kLaneStates) - time);
    piece.site = piece.state == LaneState::work ? work_site : kNoIndex;
    keep(piece);
    joins = false;
  };
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment s = segments[i];  // a copy: `keep` may write to its place
    if (s.end - s.begin > shortest) {
      close();
      keep(s);
      continue;
    }
    if (!joins) {
      piece = {s.begin, s.end, kNoIndex, kNoIndex, s.state};
      std::fill(time, time + kLaneStates, 0);
      joins = true;
    }
    piece.end = s.end;
    time[static_cast<int>(s.state)] += s.end - s.begin;
    if (s.what != kNoIndex) work_site = tasks[s.what].site;
  }
  close();
}

}  // namespace

std::vector<Segment> coarsened(const std::vector<Segment>& segments, const std::vector<Task>& tasks,
                               std::int64_t shortest) {
  if (shortest == 0) return segments;
  std::vector<Segment> kept;
  join_short_ones(segments, tasks, shortest, [&](const Segment& s) { kept.push_back(s); });
  return kept;
}

void coarsen(std::vector<Segment>& segments, const std::vector<Task>& tasks, std::int64_t shortest) {
  std::size_t kept = 0;
  join_short_ones(segments, tasks, shortest, [&](const Segment& s) { segments[kept++] = s; });
  segments.resize(kept);
}

namespace {

void add_caveats(const RawFile& file, bool may_have_dropped, std::vector<std::string>& notes) {
  const auto& header = file.header();
  const std::string who = header.rank == 0 ? "" : fmt::format("Process {}: ", header.rank - 1);
  const auto add = [&](const std::string& text) { notes.push_back(who + text); };
  if (header.dropped != 0 && may_have_dropped)
    add(fmt::format(
        "{} events dropped, because the trace had reached its size of {} MiB: give more by --size, or keep the "
        "end by --last",
        header.dropped, header.limit_bytes >> 20));
  if (header.disk_full != 0) add("The disk was full: what came later is missing");
  if (header.overwritten != 0)
    add(fmt::format("The end only: {} pieces of 64 KiB were overwritten", header.overwritten));
  if (header.is_complete == 0) add("The process did not end in order; this is what it had recorded");
}

}  // namespace

std::string process_title(const Run& run, std::uint32_t process) {
  if (run.line.processes == 1) return run.title;
  const std::uint32_t rank = run.recorded->processes()[process].file->header().rank;
  return fmt::format("{} process {}", run.title.substr(0, run.title.find(',')), rank == 0 ? process : rank - 1);
}

std::vector<std::string> caveats(const Run& run) {
  std::vector<std::string> notes;
  const Timeline& line = run.line;
  for (const Dropped& d : line.dropped)
    notes.push_back(fmt::format("{} events dropped on {} between {} and {}", d.records, line.lanes[d.lane].name,
                                time_text(static_cast<double>(d.from)), time_text(static_cast<double>(d.to))));
  for (const RecordedRun::Process& process : run.recorded->processes())
    add_caveats(*process.file, line.dropped.empty(), notes);
  if (line.half_messages != 0)
    notes.push_back(fmt::format(
        "Of {} messages one end is missing: not all processes, or not all that they did, is here", line.half_messages));
  if (line.leaves_out)
    notes.push_back(fmt::format(
        "{} tasks are shown. Deeper ones were left out, so that the program was not slowed down: they are part of "
        "their ancestors' slices, or 'tasks not recorded'. --level all records each",
        line.begun));
  if (line.negative_edges != 0)
    notes.push_back(
        fmt::format("{} tasks seem to begin before they were made, by up to {}: the processors' clocks differ",
                    line.negative_edges, time_text(static_cast<double>(line.worst_negative_ns))));
  return notes;
}

}  // namespace xomp::tool
