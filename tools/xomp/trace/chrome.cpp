// Chrome's JSON, for tools that read nothing else: slices as complete events, so that each has its end, with notes on tasks and loops, and
// flows along dependences and messages.
#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "message.h"
#include "trace/conversion.h"
#include "trace/lane_slices.h"
#include "trace/outputs.h"

namespace xomp::tool {

namespace {
constexpr std::size_t kMostSlices = 1'000'000;

// Returns the text with its quotes. A name may have any bytes, so wrong ones are replaced.
std::string json_text(const nlohmann::json& text) {
  return text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

class Writer {
 public:
  Writer(std::FILE* out, const Run& run) : out_(out), run_(run) {
    for (const std::string& text : run.analysis.site_texts) names_.push_back(json_text(text));
  }
  void write() {
    const Timeline& line = run_.line;
    fmt::print(out_, "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"notes\":{}}},\"traceEvents\":[\n",
               json_text(caveats(run_)));
    for (std::uint32_t p = 0; p < line.processes; ++p)
      fmt::print(out_, "{}{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}}}",
                 p == 0 ? "" : ",\n", pid_of_process(p), json_text(process_title(run_, p)));
    const std::int64_t shortest = shortest_for(line, kMostSlices);
    for (std::uint32_t lane = 0; lane < line.segments.size(); ++lane)
      if (line.lanes[lane].has_records) write_lane(lane, shortest);
    write_loops();
    if (shortest == 0) write_dependences();
    write_messages();
    fmt::print(out_, "\n]}}\n");
  }
  // One lane's slices, for for_each_slice().
  void begin_task(std::uint32_t task, std::int64_t at) { open_.push_back({at, task, {}}); }
  void begin_state(const Segment& s) { open_.push_back({s.begin, kNoIndex, s}); }
  void end(std::int64_t at) {
    const Open slice = open_.back();
    open_.pop_back();
    const Task* const task = slice.task != kNoIndex ? &run_.line.tasks[slice.task] : nullptr;
    const char* const state = kLaneStateNames[static_cast<std::size_t>(slice.segment.state)];
    const std::uint32_t site = task != nullptr                          ? task->site
                               : slice.segment.state == LaneState::work ? slice.segment.site
                                                                        : kNoIndex;
    write_slice("\"ph\":\"X\"", slice.begin, task != nullptr ? "task" : state,
                site != kNoIndex ? names_[site] : '"' + std::string(task != nullptr ? "task" : state) + '"');
    fmt::print(out_, ",\"dur\":{}.{:03}", (at - slice.begin) / 1000, (at - slice.begin) % 1000);
    if (task != nullptr) write_notes(slice.task, *task);
    fmt::print(out_, "}}");
  }

 private:
  struct Open {
    std::int64_t begin;
    std::uint32_t task;
    Segment segment;
  };
  unsigned pid_of_process(std::uint32_t process) const {
    return run_.recorded->processes()[process].file->header().pid;
  }
  unsigned pid_of(std::uint32_t lane) const { return pid_of_process(run_.line.lanes[lane].process); }

  // All but the end of an event.
  void write_event(const char* what, std::uint32_t lane, std::int64_t at, const char* category,
                   const std::string& name) {
    at = std::max<std::int64_t>(at, 0);
    fmt::print(out_, ",\n{{{},\"pid\":{},\"tid\":{},\"ts\":{}.{:03},\"cat\":\"{}\",\"name\":{}", what, pid_of(lane),
               lane, at / 1000, at % 1000, category, name);
  }
  void write_slice(const char* what, std::int64_t at, const char* category, const std::string& name) {
    write_event(what, lane_, at, category, name);
  }
  void write_notes(std::uint32_t index, const Task& task) {
    fmt::print(out_, ",\"args\":{{\"task\":{}", index);
    if (task.parent != kNoIndex) fmt::print(out_, ",\"parent task\":{}", task.parent);
    if (task.created >= 0 && task.begun >= task.created)
      fmt::print(out_, ",\"waited to begin, ns\":{}", task.begun - task.created);
    fmt::print(out_, "}}");
  }
  void write_lane(std::uint32_t lane, std::int64_t shortest) {
    Progress::add();
    lane_ = lane;
    fmt::print(out_, ",\n{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"{}\"}}}}",
               pid_of(lane), lane, run_.line.lanes[lane].name);
    for_each_slice(run_.line, coarsened(run_.line.segments[lane], run_.line.tasks, shortest), *this);
  }
  // Beside the slices, since tasks may run meanwhile.
  void write_loops() {
    const auto& pieces = run_.line.loop_pieces;
    for (std::size_t i = 0; i < std::min(pieces.size(), kMostSlices / 4); ++i) {
      const std::string& name = names_[run_.line.loops[pieces[i].loop].site];
      write_event("\"ph\":\"b\"", pieces[i].lane, pieces[i].begin, "loop", name);
      fmt::print(out_, ",\"id\":\"loop {}\",\"args\":{{\"iterations\":{}}}}}", i, pieces[i].iterations);
      write_event("\"ph\":\"e\"", pieces[i].lane, pieces[i].end, "loop", name);
      fmt::print(out_, ",\"id\":\"loop {}\"}}", i);
    }
  }
  // An arrow leads from a slice that is under way at one moment to one that is at another.
  void write_arrow(std::uint32_t from, std::int64_t sent, std::uint32_t to, std::int64_t received, const char* category,
                   std::size_t number, const std::string& notes) {
    const std::string name = fmt::format("\"{}\"", category);
    write_event("\"ph\":\"s\"", from, sent, category, name);
    fmt::print(out_, ",\"id\":{}{}}}", number, notes);
    write_event("\"ph\":\"f\",\"bp\":\"e\"", to, received, category, name);
    fmt::print(out_, ",\"id\":{}{}}}", number, notes);
  }
  void write_dependences() {
    const auto& edges = run_.line.dependences;
    for (std::size_t i = 0; i < std::min(edges.size(), kMostSlices / 4); ++i) {
      const Task &earlier = run_.line.tasks[edges[i].earlier], &later = run_.line.tasks[edges[i].later];
      if (earlier.ended > earlier.begun && later.begun >= 0)
        write_arrow(earlier.lane, earlier.ended - 1, later.lane, later.begun, "dependence", i + 1, "");
    }
  }
  void write_messages() {
    const auto& messages = run_.line.messages;
    for (std::size_t i = 0; i < std::min(messages.size(), kMostSlices / 4); ++i) {
      const RecordedMessage& m = messages[i];
      write_arrow(m.from, m.sent, m.to, m.received, "message", i + 1,
                  fmt::format(",\"args\":{{\"bytes\":{}}}", m.bytes));
    }
  }

  std::FILE* out_;
  const Run& run_;
  std::vector<std::string> names_;
  std::vector<Open> open_;
  std::uint32_t lane_ = 0;
};

}  // namespace

void write_chrome(const std::filesystem::path& path, const Run& run) {
  std::FILE* const out = std::fopen(path.c_str(), "w");
  if (out == nullptr) fail(kExitOwnError, "cannot write {}", path.string());
  Writer(out, run).write();
  const bool failed = std::ferror(out) != 0;
  if (std::fclose(out) != 0 || failed) fail(kExitOwnError, "cannot write {}", path.string());
}

}  // namespace xomp::tool
