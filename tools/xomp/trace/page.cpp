// The page: its fixed parts, a JSON text with tables and findings, and blocks of slices (page_blocks.h).
#include <algorithm>
#include <cmath>
#include <cstring>

#include "message.h"
#include "trace/conversion.h"
#include "trace/page_blocks.h"

extern "C" {
extern const char xomp_page_html[], xomp_page_html_end[], xomp_page_css[], xomp_page_css_end[];
extern const char xomp_page_script[], xomp_page_script_end[];
}

namespace xomp::tool {

namespace {

using nlohmann::json;

constexpr std::size_t kMostSegments = 2'500'000;
constexpr std::size_t kTasksInBlock = 16384;
constexpr std::size_t kMostCells = 600'000;

// What the tasks, regions, loops and mutexes of each place took.
void add_rows(json& j, const Timeline& line, const Analysis& a) {
  for (const FunctionRow& f : a.functions)
    j["functions"].push_back({{"site", f.site},
                              {"count", f.count},
                              {"total", f.total},
                              {"mean", f.mean},
                              {"median", f.median},
                              {"p99", f.p99},
                              {"path", f.on_path},
                              {"moved", f.moved},
                              {"waited", f.waited}});
  for (const RegionRow& r : a.regions)
    j["regions"].push_back({{"site", r.site},
                            {"count", r.count},
                            {"ns", r.ns},
                            {"threads", r.threads},
                            {"time", r.time},
                            {"imbalance", r.imbalance},
                            {"lost", r.imbalance_lost}});
  for (const LoopRow& l : a.loops)
    j["loops"].push_back({{"site", l.site},
                          {"kind", l.kind},
                          {"instances", l.instances},
                          {"iterations", l.iterations},
                          {"work", l.sum}});
  for (const auto& [site, use] : line.mutexes)
    j["mutexes"].push_back(
        {{"site", site}, {"waits", use.waits}, {"waited", use.waited}, {"holds", use.holds}, {"held", use.held}});
}

void add_findings(json& j, const Timeline& line, const Analysis& a) {
  j["findings"] = json::array();
  for (const Finding& f : a.findings) {
    json where = json::array();
    for (const Span& span : f.where) where.push_back({span.begin, span.end, span.lane});
    j["findings"].push_back({{"kind", key_of(f.kind)},
                             {"share", f.share},
                             {"title", f.title},
                             {"evidence", f.evidence},
                             {"place", f.place},
                             {"remedy", f.remedy},
                             {"where", std::move(where)}});
  }
  for (std::size_t i = 0; i < line.sites.size(); ++i)
    j["sites"].push_back({{"text", a.site_texts[i]},
                          {"file", a.places[i].file},
                          {"line", a.places[i].line},
                          {"kind", static_cast<int>(line.sites[i].kind)}});
}

// Writes the course of threads and tasks over the run's time, and the messages between processes.
void add_courses(json& j, const Timeline& line, const Analysis& a) {
  for (const Bin& b : line.bins) {
    j["running"].push_back(std::round(b.running * 100) / 100);
    j["ready"].push_back(std::round(b.ready * 100) / 100);
    j["idle"].push_back(std::round(b.idle * 100) / 100);
    j["created"].push_back(b.created);
  }
  j["histogram"] = a.histogram;
  j["flows"] = json::array();
  for (const Flow& flow : a.flows)
    j["flows"].push_back({{"from", flow.from},
                          {"to", flow.to},
                          {"count", flow.count},
                          {"bytes", flow.bytes},
                          {"mean", flow.took / static_cast<std::int64_t>(flow.count)},
                          {"most", flow.most}});
}

void add_lanes(json& j, const Timeline& line) {
  for (const LaneSummary& lane : line.lanes)
    j["lanes"].push_back({{"name", lane.name},
                          {"process", lane.process},
                          {"tasks", lane.tasks},
                          {"moved", lane.moved},
                          {"time", lane.time},
                          {"used", lane.has_records}});
}

json describe(const Run& run) {
  const Timeline& line = run.line;
  const auto& header = run.recorded->first().header();
  json j;
  add_rows(j, line, run.analysis);
  add_findings(j, line, run.analysis);
  add_courses(j, line, run.analysis);
  j["title"] = run.title;
  j["program"] = std::string(header.program, strnlen(header.program, sizeof header.program));
  j["policy"] = std::string(header.policy, strnlen(header.policy, sizeof header.policy));
  j["level"] = header.level == trace_file::Level::states  ? "states"
               : header.level == trace_file::Level::tasks ? "tasks"
                                                          : "all";
  j["end"] = line.end_ns;
  j["time"] = line.time;
  j["threadTime"] = line.thread_ns;
  j["states"] = kLaneStateNames;
  j["tasks"] = {
      {"created", line.created}, {"begun", line.begun}, {"ended", line.ended}, {"counted", run.analysis.counted}};
  j["work"] = line.work_ns - line.totals.recording_ns();
  j["span"] = line.span_ns;
  j["parallelism"] = run.analysis.parallelism;
  j["burdened"] = run.analysis.burdened_parallelism;
  j["taskCost"] = run.analysis.machine.task_ns;
  j["threads"] = line.most_lanes;
  j["processors"] = run.analysis.machine.processors;
  j["processes"] = line.processes;
  j["caveats"] = caveats(run);
  add_lanes(j, line);
  return j;
}

}  // namespace

void write_page(const std::filesystem::path& path, const std::vector<Run>& runs) {
  PageWriter page(path);
  page.text(xomp_page_html, xomp_page_html_end);
  page.text("<style>\n");
  page.text(xomp_page_css, xomp_page_css_end);
  page.text("</style>\n");
  json all;
  for (const Run& run : runs) {
    json j = describe(run);
    const std::size_t lanes = std::max<std::size_t>(run.line.segments.size(), 1);
    const std::size_t bins = std::clamp<std::size_t>(kMostCells / lanes / runs.size(), 512, 8192);
    j["bins"] = bins;
    j["cells"] = write_cells(page, run, bins);
    const std::int64_t shortest = shortest_for(run.line, kMostSegments / runs.size());
    for (std::uint32_t lane = 0; lane < run.line.segments.size(); ++lane) {
      Progress::add();
      int deepest = 0;
      j["blocks"].push_back(
          write_segments(page, run, lane, coarsened(run.line.segments[lane], run.line.tasks, shortest), deepest));
      j["lanes"][lane]["depth"] = deepest;
    }
    j["joined"] = shortest;
    j["taskBlocks"] = write_tasks(page, run.line, kTasksInBlock);
    j["taskBlock"] = kTasksInBlock;
    j["dependences"] = write_dependences(page, run.line);
    j["messages"] = write_messages(page, run.line);
    all.push_back(std::move(j));
  }
  std::string meta = all.dump(-1, ' ', true, json::error_handler_t::replace);
  // Inside of a script "</script" ends it, and "<!--" may keep it from ending. A name may have either.
  for (std::size_t at = 0; (at = meta.find('<', at)) != std::string::npos; at += 6) meta.replace(at, 1, "\\u003c");
  page.text("<script type=\"application/json\" id=\"meta\">" + meta + "</script>\n<script>\n\"use strict\";\n");
  page.text(xomp_page_script, xomp_page_script_end);
  page.text("</script>\n</body>\n</html>\n");
  if (!page.is_good()) fail(kExitOwnError, "cannot write {}", path.string());
}

}  // namespace xomp::tool
