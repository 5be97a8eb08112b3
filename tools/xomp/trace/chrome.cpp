// Chrome's JSON: complete events only, so that each has its end. For tools that read nothing else.
#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "message.h"
#include "trace/outputs.h"

namespace xomp::tool {

namespace {
constexpr std::size_t kMostSlices = 1'000'000;

// Returns the text with its quotes. A name may have any bytes, so wrong ones are replaced.
std::string json_text(const nlohmann::json& text) {
  return text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// Writes arrows between the slices that are under way at a message's two ends.
void write_messages(std::FILE* out, const Run& run) {
  const Timeline& line = run.line;
  const auto pid_of = [&](std::uint32_t lane) {
    return run.recorded->processes()[line.lanes[lane].process].file->header().pid;
  };
  const auto write = [&](const char* what, std::uint32_t lane, std::int64_t at, std::size_t number,
                         std::uint64_t bytes) {
    fmt::print(out,
               ",\n{{{},\"id\":{},\"pid\":{},\"tid\":{},\"ts\":{}.{:03},\"cat\":\"message\",\"name\":\"message\","
               "\"args\":{{\"bytes\":{}}}}}",
               what, number, pid_of(lane), lane, at / 1000, at % 1000, bytes);
  };
  for (std::size_t i = 0; i < std::min(line.messages.size(), kMostSlices / 4); ++i) {
    const RecordedMessage& m = line.messages[i];
    write("\"ph\":\"s\"", m.from, std::max<std::int64_t>(m.sent, 0), i + 1, m.bytes);
    write("\"ph\":\"f\",\"bp\":\"e\"", m.to, std::max<std::int64_t>(m.received, 0), i + 1, m.bytes);
  }
}

}  // namespace

void write_chrome(const std::filesystem::path& path, const Run& run) {
  std::FILE* const out = std::fopen(path.c_str(), "w");
  if (out == nullptr) fail(kExitOwnError, "cannot write {}", path.string());
  const Timeline& line = run.line;
  std::vector<std::string> names;
  for (const std::string& text : run.analysis.site_texts) names.push_back(json_text(text));
  fmt::print(out, "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"notes\":{}}},\"traceEvents\":[\n",
             json_text(caveats(run)));
  const auto pid_of = [&](std::uint32_t process) { return run.recorded->processes()[process].file->header().pid; };
  for (std::uint32_t p = 0; p < line.processes; ++p)
    fmt::print(out, "{}{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}}}",
               p == 0 ? "" : ",\n", pid_of(p), json_text(process_title(run, p)));
  const std::int64_t shortest = shortest_for(line, kMostSlices);
  for (std::uint32_t lane = 0; lane < line.segments.size(); ++lane) {
    if (!line.lanes[lane].has_records) continue;
    const unsigned pid = pid_of(line.lanes[lane].process);
    fmt::print(out, ",\n{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"{}\"}}}}",
               pid, lane, line.lanes[lane].name);
    for (const Segment& s : coarsened(line.segments[lane], line.tasks, shortest)) {
      if (s.state == LaneState::outside) continue;
      const std::uint32_t site = s.what != kNoIndex ? line.tasks[s.what].site : s.site;
      const bool is_named = site != kNoIndex && s.state == LaneState::work;
      fmt::print(
          out, ",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{}.{:03},\"dur\":{}.{:03},\"cat\":\"{}\",\"name\":{}}}",
          pid, lane, s.begin / 1000, s.begin % 1000, (s.end - s.begin) / 1000, (s.end - s.begin) % 1000,
          kLaneStateNames[static_cast<std::size_t>(s.state)],
          is_named ? names[site] : '"' + std::string(kLaneStateNames[static_cast<std::size_t>(s.state)]) + '"');
    }
  }
  write_messages(out, run);
  fmt::print(out, "\n]}}\n");
  const bool failed = std::ferror(out) != 0;
  if (std::fclose(out) != 0 || failed) fail(kExitOwnError, "cannot write {}", path.string());
}

}  // namespace xomp::tool
