// The page: its fixed parts, a JSON text with tables and findings, and blocks of slices as base64 of gzip, each of which the
// page unpacks when it is needed.
#include <algorithm>
#include <cstring>
#include <fstream>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "message.h"
#include "trace/outputs.h"

extern "C" {
extern const char xomp_page_html[], xomp_page_html_end[], xomp_page_css[], xomp_page_css_end[];
extern const char xomp_page_data_js[], xomp_page_data_js_end[], xomp_page_lanes_js[], xomp_page_lanes_js_end[];
extern const char xomp_page_panels_js[], xomp_page_panels_js_end[];
}

namespace xomp::tool {

namespace {

using nlohmann::json;

constexpr std::size_t kMostSegments = 2'500'000;
constexpr std::size_t kMostTasks = 1'200'000;
constexpr std::size_t kMostMessages = 500'000;
constexpr std::size_t kSegmentsInBlock = 16384, kTasksInBlock = 65536;
constexpr std::size_t kMostCells = 600'000;

std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= n ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::string gzip(const std::string& bytes) {
  constexpr int kGzip = 15 + 16;
  z_stream stream{};
  if (deflateInit2(&stream, 4, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    fail(kExitOwnError, "zlib does not start");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

// Columns of numbers, one after the other.
class Columns {
 public:
  template <class T>
  void add(const std::vector<T>& column) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + column.size() * sizeof(T));
    std::memcpy(bytes_.data() + at, column.data(), column.size() * sizeof(T));
    bytes_.resize((bytes_.size() + 7) & ~std::size_t{7});
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class PageWriter {
 public:
  explicit PageWriter(const std::filesystem::path& path) : out_(path, std::ios::binary) {}
  void text(const char* begin, const char* end) { out_.write(begin, end - begin); }
  void text(const std::string& s) { out_ << s; }
  // Returns the block's name in the page.
  int block(const std::string& bytes) {
    out_ << "<script type=\"text/plain\" id=\"b" << blocks_ << "\">" << base64(gzip(bytes)) << "</script>\n";
    return blocks_++;
  }
  bool is_good() { return static_cast<bool>(out_.flush()); }

 private:
  std::ofstream out_;
  int blocks_ = 0;
};

json write_segments(PageWriter& page, const Run& run, std::uint32_t lane, const std::vector<Segment>& segments) {
  json blocks = json::array();
  std::vector<std::uint32_t> begin, length, what;
  std::vector<std::uint16_t> site;
  std::vector<std::uint8_t> state;
  for (std::size_t from = 0; from < segments.size(); from += kSegmentsInBlock) {
    const std::size_t to = std::min(segments.size(), from + kSegmentsInBlock);
    const std::int64_t first = segments[from].begin, last = segments[to - 1].end;
    int shift = 0;
    while ((last - first) >> shift > 0xfffffffell) ++shift;
    begin.clear(), length.clear(), what.clear(), site.clear(), state.clear();
    for (std::size_t i = from; i < to; ++i) {
      const Segment& s = segments[i];
      begin.push_back(static_cast<std::uint32_t>((s.begin - first) >> shift));
      length.push_back(static_cast<std::uint32_t>((s.end - s.begin) >> shift));
      what.push_back(s.what);
      const std::uint32_t number = s.what != kNoIndex ? run.line.tasks[s.what].site : s.site;
      site.push_back(number == kNoIndex ? 0xffff : static_cast<std::uint16_t>(std::min(number, 0xfffeu)));
      const bool arrives = s.what != kNoIndex && run.line.tasks[s.what].begun == s.begin &&
                           run.line.tasks[s.what].creator_lane != lane && run.line.tasks[s.what].created >= 0;
      state.push_back(static_cast<std::uint8_t>(static_cast<int>(s.state) | (arrives ? 0x80 : 0)));
    }
    Columns columns;
    columns.add(begin), columns.add(length), columns.add(what), columns.add(site), columns.add(state);
    blocks.push_back({first, last, to - from, shift, page.block(columns.bytes())});
  }
  return blocks;
}

json write_tasks(PageWriter& page, const Timeline& line) {
  json blocks = json::array();
  const std::size_t all = std::min(line.tasks.size(), kMostTasks);
  for (std::size_t from = 0; from < all; from += kTasksInBlock) {
    const std::size_t to = std::min(all, from + kTasksInBlock);
    std::vector<double> created;
    std::vector<float> wait, length, own;
    std::vector<std::uint32_t> parent;
    std::vector<std::uint16_t> creator, lane, site, children;
    for (std::size_t i = from; i < to; ++i) {
      const Task& t = line.tasks[i];
      created.push_back(static_cast<double>(t.created));
      wait.push_back(t.begun >= 0 && t.created >= 0 ? static_cast<float>(t.begun - t.created) : -1.0f);
      length.push_back(t.ended >= 0 ? static_cast<float>(t.ended - t.begun) : -1.0f);
      own.push_back(static_cast<float>(t.own));
      parent.push_back(t.parent);
      creator.push_back(static_cast<std::uint16_t>(t.creator_lane));
      lane.push_back(static_cast<std::uint16_t>(t.lane));
      site.push_back(static_cast<std::uint16_t>(std::min(t.site, 0xffffu)));
      children.push_back(static_cast<std::uint16_t>(std::min(t.children, 0xffffu)));
    }
    Columns columns;
    columns.add(created), columns.add(wait), columns.add(length), columns.add(own), columns.add(parent);
    columns.add(creator), columns.add(lane), columns.add(site), columns.add(children);
    blocks.push_back({to - from, page.block(columns.bytes())});
  }
  return blocks;
}

// Writes messages in the order in which they came. If there are very many, only the first ones.
json write_messages(PageWriter& page, const Timeline& line) {
  const std::size_t all = std::min(line.messages.size(), kMostMessages);
  if (all == 0) return nullptr;
  std::vector<double> received;
  std::vector<float> took, bytes;
  std::vector<std::uint16_t> from, to;
  for (std::size_t i = 0; i < all; ++i) {
    const RecordedMessage& m = line.messages[i];
    received.push_back(static_cast<double>(m.received));
    took.push_back(static_cast<float>(m.received - m.sent));
    bytes.push_back(static_cast<float>(m.bytes));
    from.push_back(static_cast<std::uint16_t>(m.from));
    to.push_back(static_cast<std::uint16_t>(m.to));
  }
  Columns columns;
  columns.add(received), columns.add(took), columns.add(bytes), columns.add(from), columns.add(to);
  return {all, page.block(columns.bytes())};
}

// For the whole picture: for each lane and bin how much of each state there is, and which site has most of the work.
int write_cells(PageWriter& page, const Run& run, std::size_t bins) {
  Columns columns;
  const double width = static_cast<double>(run.line.end_ns) / static_cast<double>(bins);
  for (const auto& segments : run.line.segments) {
    std::vector<std::uint8_t> shares(bins * kLaneStates);
    std::vector<std::uint16_t> sites(bins, 0xffff);
    std::vector<double> time(bins * kLaneStates), best(bins);
    for (const Segment& s : segments) {
      const std::uint32_t site = s.what != kNoIndex ? run.line.tasks[s.what].site : s.site;
      auto bin = static_cast<std::size_t>(static_cast<double>(s.begin) / width);
      for (; bin < bins; ++bin) {
        const double from = std::max(static_cast<double>(s.begin), static_cast<double>(bin) * width);
        const double to = std::min(static_cast<double>(s.end), static_cast<double>(bin + 1) * width);
        if (to <= from) break;
        time[bin * kLaneStates + static_cast<std::size_t>(s.state)] += to - from;
        if (s.state == LaneState::work && to - from > best[bin] && site != kNoIndex) {
          best[bin] = to - from;
          sites[bin] = static_cast<std::uint16_t>(std::min(site, 0xfffeu));
        }
      }
    }
    for (std::size_t i = 0; i < time.size(); ++i)
      shares[i] = static_cast<std::uint8_t>(std::min(255.0, 255 * time[i] / width + 0.5));
    columns.add(shares), columns.add(sites);
  }
  return page.block(columns.bytes());
}

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
    for (std::uint32_t lane = 0; lane < run.line.segments.size(); ++lane)
      j["blocks"].push_back(
          write_segments(page, run, lane, coarsened(run.line.segments[lane], run.line.tasks, shortest)));
    j["joined"] = shortest;
    j["taskBlocks"] = write_tasks(page, run.line);
    j["taskBlock"] = kTasksInBlock;
    j["messages"] = write_messages(page, run.line);
    all.push_back(std::move(j));
  }
  std::string meta = all.dump(-1, ' ', true, json::error_handler_t::replace);
  for (std::size_t at = 0; (at = meta.find("</", at)) != std::string::npos; at += 3) meta.replace(at, 2, "<\\/");
  page.text("<script type=\"application/json\" id=\"meta\">" + meta + "</script>\n<script>\n\"use strict\";\n");
  page.text(xomp_page_data_js, xomp_page_data_js_end);
  page.text(xomp_page_lanes_js, xomp_page_lanes_js_end);
  page.text(xomp_page_panels_js, xomp_page_panels_js_end);
  page.text("</script>\n</body>\n</html>\n");
  if (!page.is_good()) fail(kExitOwnError, "cannot write {}", path.string());
}

}  // namespace xomp::tool
