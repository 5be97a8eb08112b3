// A file that a traced process wrote (include/xomp/trace_file.h), as lanes of records in the order of time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "xomp/trace_file.h"

namespace xomp::tool {

// Ticks to nanoseconds since the trace's first moment: linear between pairs of both clocks.
class Clock {
 public:
  void add(std::uint64_t ticks, std::uint64_t ns) { pairs_.push_back({ticks, ns}); }
  void settle();  // after the last add()
  std::int64_t ns(std::uint64_t ticks) const { return moment(ticks) / kMomentsInNs; }
  // Finer: two times that differ, differ here, too.
  static constexpr std::int64_t kMomentsInNs = 64;
  std::int64_t moment(std::uint64_t ticks) const;
  // The largest difference between a pair and the straight line from the first to the last.
  std::int64_t residue_ns() const { return residue_ns_; }

 private:
  struct Pair {
    std::uint64_t ticks, ns;
  };
  std::vector<Pair> pairs_;
  std::vector<double> slopes_;
  mutable std::size_t at_ = 0;
  std::int64_t residue_ns_ = 0;
};

struct RawChunk {
  const trace_file::ChunkHeader* header;
  std::span<const trace_file::Record> records;
};

class RawFile {
 public:
  // Throws Failure with a sentence if the file is none of these.
  explicit RawFile(const std::filesystem::path& path);
  ~RawFile();
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const trace_file::FileHeader& header() const { return *header_; }
  const std::vector<std::vector<RawChunk>>& lanes() const { return lanes_; }  // by number, chunks in order
  const std::string& maps() const { return maps_; }
  const std::string& names() const { return names_; }
  const Clock& clock() const { return clock_; }
  std::uint64_t record_count() const { return record_count_; }

 private:
  void read_chunk(const char* chunk, std::vector<std::pair<std::uint32_t, std::string>>& texts);

  std::filesystem::path path_;
  void* start_ = nullptr;
  std::size_t bytes_ = 0;
  const trace_file::FileHeader* header_ = nullptr;
  std::vector<std::vector<RawChunk>> lanes_;
  std::string maps_, names_;
  Clock clock_;
  std::uint64_t record_count_ = 0;
};

}  // namespace xomp::tool
