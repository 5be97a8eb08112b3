// Chrome's JSON: complete events only, so that each has its end. For tools that read nothing else.
#include <cstdio>

#include <nlohmann/json.hpp>

#include "message.h"
#include "trace/outputs.h"

namespace xomp::tool {

namespace {
constexpr std::size_t kMostSlices = 1'000'000;
}

void write_chrome(const std::filesystem::path& path, const Run& run) {
  std::FILE* const out = std::fopen(path.c_str(), "w");
  if (out == nullptr) fail(kExitOwnError, "cannot write {}", path.string());
  const Timeline& line = run.line;
  const unsigned pid = run.file->header().pid;
  std::vector<std::string> names;
  for (const std::string& text : run.analysis.site_texts)
    names.push_back(nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  fmt::print(out, "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"notes\":{}}},\"traceEvents\":[\n",
             nlohmann::json(caveats(run)).dump());
  fmt::print(out, "{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}}}", pid,
             nlohmann::json(run.title).dump());
  const std::int64_t shortest = shortest_for(line, kMostSlices);
  for (std::uint32_t lane = 0; lane < line.segments.size(); ++lane) {
    if (!line.lanes[lane].has_records) continue;
    fmt::print(out,
               ",\n{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"{} {}\"}}}}",
               pid, lane, line.lanes[lane].is_root ? "root" : "thread", lane);
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
  fmt::print(out, "\n]}}\n");
  const bool failed = std::ferror(out) != 0;
  if (std::fclose(out) != 0 || failed) fail(kExitOwnError, "cannot write {}", path.string());
}

}  // namespace xomp::tool
