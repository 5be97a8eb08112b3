// How numbers get into the page's blocks.
#include "trace/page_blocks.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <zlib.h>

#include "message.h"
#include "trace/task_stack.h"

namespace xomp::tool {

namespace {

using nlohmann::json;

constexpr std::size_t kMostTasks = 1'200'000;
constexpr std::size_t kMostMessages = 500'000;
constexpr std::size_t kMostDependences = 1'000'000;
constexpr std::size_t kSegmentsInBlock = 16384;
static_assert(kLaneStates <= 0x40);  // what the page takes for a state
constexpr unsigned kArrives = 0x80;  // beside a slice's state: its task was made on another lane and begins with it

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
  if (deflateInit2(&stream, 1, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
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

// A block of slices, column by column.
struct SliceColumns {
  std::vector<std::uint32_t> begin, length, what;
  std::vector<std::uint16_t> site;
  std::vector<std::uint8_t> state, depth;

  void clear() { begin.clear(), length.clear(), what.clear(), site.clear(), state.clear(), depth.clear(); }
  std::string bytes() const {
    Columns columns;
    columns.add(begin), columns.add(length), columns.add(what), columns.add(site), columns.add(state),
        columns.add(depth);
    return columns.bytes();
  }
};

bool arrives(const Run& run, std::uint32_t lane, const Segment& s) {
  if (s.what == kNoIndex) return false;
  const Task& task = run.line.tasks[s.what];
  return task.begun == s.begin && task.creator_lane != lane && task.created >= 0;
}

}  // namespace

int PageWriter::block(const std::string& bytes) {
  out_ << "<script type=\"text/plain\" id=\"b" << blocks_ << "\">" << base64(gzip(bytes)) << "</script>\n";
  return blocks_++;
}

json write_segments(PageWriter& page, const Run& run, std::uint32_t lane, const std::vector<Segment>& segments,
                    int& deepest) {
  json blocks = json::array();
  SliceColumns columns;
  TaskStack stack(run.line.tasks);
  const auto ignore = [](auto...) {};
  for (std::size_t from = 0; from < segments.size(); from += kSegmentsInBlock) {
    const std::size_t to = std::min(segments.size(), from + kSegmentsInBlock);
    const std::int64_t first = segments[from].begin, last = segments[to - 1].end;
    int shift = 0;
    while ((last - first) >> shift > 0xfffffffell) ++shift;
    columns.clear();
    for (std::size_t i = from; i < to; ++i) {
      const Segment& s = segments[i];
      stack.take(s, ignore, ignore);
      deepest = std::max(deepest, stack.depth());
      columns.begin.push_back(static_cast<std::uint32_t>((s.begin - first) >> shift));
      columns.length.push_back(static_cast<std::uint32_t>((s.end - s.begin) >> shift));
      columns.what.push_back(s.what);
      const std::uint32_t site = s.what != kNoIndex ? run.line.tasks[s.what].site : s.site;
      columns.site.push_back(site == kNoIndex ? 0xffff : static_cast<std::uint16_t>(std::min(site, 0xfffeu)));
      columns.state.push_back(
          static_cast<std::uint8_t>(static_cast<unsigned>(s.state) | (arrives(run, lane, s) ? kArrives : 0)));
      columns.depth.push_back(static_cast<std::uint8_t>(std::min(stack.depth(), 255)));
    }
    blocks.push_back({first, last, to - from, shift, page.block(columns.bytes())});
  }
  return blocks;
}

namespace {

std::string columns_of_tasks(const Timeline& line, std::size_t begin, std::size_t end) {
  std::vector<double> created;
  std::vector<float> wait, length, own;
  std::vector<std::uint32_t> parent;
  std::vector<std::uint16_t> creator, lane, site, children;
  for (std::size_t i = begin; i < end; ++i) {
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
  return columns.bytes();
}

}  // namespace

json write_tasks(PageWriter& page, const Timeline& line, std::size_t tasks_in_block) {
  json blocks = json::array();
  const std::size_t all = std::min(line.tasks.size(), kMostTasks);
  for (std::size_t from = 0; from < all; from += tasks_in_block) {
    const std::size_t to = std::min(all, from + tasks_in_block);
    blocks.push_back({to - from, page.block(columns_of_tasks(line, from, to))});
  }
  return blocks;
}

// By the later task, and how they stand by the earlier one: the page looks for either.
json write_dependences(PageWriter& page, const Timeline& line) {
  std::vector<Dependence> edges(
      line.dependences.begin(),
      line.dependences.begin() + static_cast<std::ptrdiff_t>(std::min(line.dependences.size(), kMostDependences)));
  if (edges.empty()) return nullptr;
  std::stable_sort(edges.begin(), edges.end(),
                   [](const Dependence& a, const Dependence& b) { return a.later < b.later; });
  std::vector<std::uint32_t> later, earlier, by_earlier(edges.size());
  for (const Dependence& edge : edges) later.push_back(edge.later), earlier.push_back(edge.earlier);
  std::iota(by_earlier.begin(), by_earlier.end(), 0u);
  std::stable_sort(by_earlier.begin(), by_earlier.end(), [&](auto a, auto b) { return earlier[a] < earlier[b]; });
  Columns columns;
  columns.add(later), columns.add(earlier), columns.add(by_earlier);
  return {edges.size(), page.block(columns.bytes())};
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

}  // namespace xomp::tool
