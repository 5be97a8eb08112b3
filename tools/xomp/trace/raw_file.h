// A file that a traced process wrote (include/xomp/trace_file.h), as lanes of records in the order of time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/file_view.h"
#include "xomp/trace_file.h"

namespace xomp::tool {

// Ticks to nanoseconds since the trace's first moment: linear between pairs of both clocks. A record has the lower 48 bits of its ticks:
// a day's worth of a fast clock.
class Clock {
 public:
  void add(std::uint64_t ticks, std::uint64_t ns) { pairs_.push_back({ticks, ns}); }
  void settle();  // after the last add()
  std::int64_t ns(std::uint64_t ticks) const { return moment(ticks) / kMomentsInNs; }
  // A moment is finer than a nanosecond, so that two times that differ also differ here.
  static constexpr std::int64_t kMomentsInNs = 64;
  std::int64_t moment(std::uint64_t ticks) const {
    const std::uint64_t all = whole(ticks);
    if (all < here_.from || all >= here_.to) look_up(all);
    const double d = static_cast<double>(static_cast<std::int64_t>(all - here_.ticks)) * here_.slope;
    constexpr auto kMost = static_cast<double>(kMostMoment);
    return here_.moment + static_cast<std::int64_t>(std::clamp(d, -kMost, kMost));
  }
  // Moments lie within a year of the first one, also in a damaged file, so that sums of some hundred lanes do not
  // overflow.
  static constexpr std::int64_t kMostMoment = std::int64_t{1} << 61;
  // The largest difference between a pair and the straight line from the first to the last.
  std::int64_t residue_ns() const { return residue_ns_; }

 private:
  struct Pair {
    std::uint64_t ticks, ns;
  };
  // Completes a record's 48 bits of the count: the first whole count that is not long before the trace's beginning.
  std::uint64_t whole(std::uint64_t ticks) const {
    constexpr std::uint64_t kAll = (std::uint64_t{1} << 48) - 1;
    return begin_ + ((ticks - begin_) & kAll);
  }
  void look_up(std::uint64_t ticks) const;

  std::vector<Pair> pairs_;
  std::vector<double> slopes_;
  std::uint64_t begin_ = 0;
  // The line that was used last, from a pair to the next one. Records mostly come one after the other.
  struct Line {
    std::uint64_t from = 1, to = 0, ticks = 0;
    std::int64_t moment = 0;
    double slope = 0;  // moments a tick
  };
  mutable Line here_;
  mutable std::size_t at_ = 0;
  std::int64_t residue_ns_ = 0;
};

struct RawChunk {
  const trace_file::ChunkHeader* header;
  std::span<const trace_file::Record> records;
};

// Only lanes that have chunks are here: a damaged number makes no others.
struct RawLane {
  std::uint32_t number;  // in the file
  std::vector<RawChunk> chunks;
};

class RawFile {
 public:
  // Throws Failure with a sentence if the file is none of these.
  explicit RawFile(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const trace_file::FileHeader& header() const { return header_; }
  const std::vector<RawLane>& lanes() const { return lanes_; }  // by number, chunks in order
  const std::string& maps() const { return maps_; }
  const std::string& names() const { return names_; }
  const Clock& clock() const { return clock_; }
  // Returns the place of that number in lanes(), or lanes().size() if there is none.
  std::size_t place_of_lane(std::uint64_t number) const {
    if (number < lanes_.size() && lanes_[number].number == number) return number;  // usually
    const auto found =
        number <= UINT32_MAX ? lane_places_.find(static_cast<std::uint32_t>(number)) : lane_places_.end();
    return found != lane_places_.end() ? found->second : lanes_.size();
  }
  std::uint64_t record_count() const { return record_count_; }

 private:
  void read_header();
  void read_chunk(const char* chunk, std::vector<std::pair<std::uint32_t, std::string>>& texts);

  std::filesystem::path path_;
  FileView view_;
  trace_file::FileHeader header_{};  // its texts end
  std::vector<RawLane> lanes_;
  std::deque<std::vector<trace_file::Record>> unfolded_;        // chunks that differ from the file's
  std::unordered_map<std::uint32_t, std::size_t> lane_places_;  // by number: in lanes_
  std::string maps_, names_;
  Clock clock_;
  std::uint64_t record_count_ = 0;
};

}  // namespace xomp::tool
