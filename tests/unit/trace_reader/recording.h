// A recorded file, made by hand: what a traced process would have written.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "xomp/trace_file.h"

namespace xomp::tool {

// Ticks are nanoseconds here. Two lanes and more; each has one chunk after the other.
class Recording {
 public:
  using Kind = trace_file::Kind;
  explicit Recording(std::size_t lanes) : lanes_(lanes) {}

  void add(std::size_t lane, std::uint64_t ns, Kind kind, std::uint64_t value = 0, std::uint8_t aux = 0) {
    lanes_[lane].push_back({trace_file::pack(first_ + ns, kind, aux), value});
    if (first_ + ns > last_) last_ = first_ + ns;
  }
  void add_more(std::size_t lane, std::uint64_t value, std::uint64_t small = 0) {
    lanes_[lane].push_back({trace_file::pack(small, Kind::more, 0), value});
  }
  std::uint64_t ticks(std::uint64_t ns) const { return first_ + ns; }
  // A thread that enters a region which its lane, or another one, has begun.
  void enter(std::size_t lane, std::uint64_t ns, std::uint64_t region) {
    add(lane, ns, Kind::implicit_begin, region | static_cast<std::uint64_t>(lane) << trace_file::kAddressBits);
  }
  static std::uint64_t number(std::size_t lane, std::uint64_t count) {
    return static_cast<std::uint64_t>(lane) << trace_file::kNumberBits | count;
  }

  // Before the first record: what the ticks begin with; the first number that each lane gives out; how far lanes' numbers are apart.
  void set_first_ticks(std::uint64_t ticks) { first_ = last_ = ticks; }
  void set_first_number(std::uint64_t number) { numbers_ = number; }
  void set_level(trace_file::Level level) { level_ = level; }
  void set_lane_step(std::uint32_t step) { lane_step_ = step; }

  // As a rank of a run. `clock`: what the host's own clock says at the recording's beginning; `calendar`: what its calendar says.
  void set_rank(std::uint32_t rank, const std::string& host, std::uint64_t clock, std::uint64_t calendar) {
    rank_ = rank + 1;
    host_ = host;
    clock_ = clock;
    calendar_ = calendar;
  }
  void set_names(const std::string& lines) { names_ = lines; }
  void set_maps(const std::string& lines) { maps_ = lines; }
  void add_message(std::size_t lane, std::uint64_t ns, Kind kind, std::uint32_t peer, std::uint64_t number,
                   std::uint64_t bytes, std::uint8_t aux = 0) {
    add(lane, ns, kind, std::uint64_t{1} << 32 | peer, aux);
    add_more(lane, bytes, number);
  }

  // Returns the file's path. It is removed with this object.
  std::filesystem::path write() {
    path_ = std::filesystem::temp_directory_path() /
            ("xomp-recording-" + std::to_string(getpid()) + "-" + std::to_string(rank_));
    std::ofstream out(path_, std::ios::binary);
    std::vector<char> first(trace_file::kHeaderBytes);
    trace_file::FileHeader header{};
    std::memcpy(header.magic, trace_file::kMagic, sizeof header.magic);
    header.header_bytes = trace_file::kHeaderBytes;
    header.chunk_bytes = trace_file::kChunkBytes;
    header.level = level_;
    header.processors = 8;
    header.is_complete = 1;
    header.rank = rank_;
    std::snprintf(header.host, sizeof header.host, "%s", host_.c_str());
    header.first_calendar_ns = calendar_;
    header.first_ticks = first_;
    header.first_ns = clock_;
    header.last_ticks = last_;
    header.last_ns = last_ - first_ + clock_;
    std::memcpy(first.data(), &header, sizeof header);
    out.write(first.data(), static_cast<std::streamsize>(first.size()));
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) write_lane(out, lane);
    write_text(out, trace_file::kNames, names_);
    write_text(out, trace_file::kMaps, maps_);
    return path_;
  }
  ~Recording() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }

 private:
  static constexpr std::uint64_t kFirst = 10'000'000;
  static void write_text(std::ofstream& out, std::uint32_t what, const std::string& text) {
    if (text.empty()) return;
    std::vector<char> chunk(trace_file::kChunkBytes);
    trace_file::ChunkHeader header{};
    header.what = what;
    header.bytes = text.size();
    std::memcpy(chunk.data(), &header, sizeof header);
    std::memcpy(chunk.data() + trace_file::kChunkHeaderBytes, text.data(), text.size());
    out.write(chunk.data(), static_cast<std::streamsize>(chunk.size()));
  }
  void write_lane(std::ofstream& out, std::size_t lane) {
    const auto& records = lanes_[lane];
    std::uint64_t numbers = numbers_;
    std::uint32_t sequence = 0;
    for (std::size_t at = 0; at < records.size(); at += trace_file::kRecordsInChunk) {
      const std::size_t n = std::min(records.size() - at, trace_file::kRecordsInChunk);
      std::vector<char> chunk(trace_file::kChunkBytes);
      trace_file::ChunkHeader header{};
      header.what = trace_file::kRecords;
      header.lane = static_cast<std::uint32_t>(lane) * lane_step_;
      header.sequence = sequence++;
      header.numbers = numbers;
      const std::uint64_t since = (trace_file::time_of(records[at]) - first_) & ((std::uint64_t{1} << 48) - 1);
      header.ticks = first_ + since;
      header.ns = since + clock_;
      std::memcpy(chunk.data(), &header, sizeof header);
      std::memcpy(chunk.data() + trace_file::kChunkHeaderBytes, &records[at], n * sizeof(trace_file::Record));
      out.write(chunk.data(), static_cast<std::streamsize>(chunk.size()));
      for (std::size_t i = at; i < at + n; ++i) {
        const Kind kind = trace_file::kind_of(records[i]);
        numbers += kind == Kind::create || kind == Kind::region_begin;
      }
    }
  }

  std::vector<std::vector<trace_file::Record>> lanes_;
  std::filesystem::path path_;
  std::uint64_t first_ = kFirst, last_ = kFirst, numbers_ = 0;
  std::uint32_t lane_step_ = 1;
  trace_file::Level level_ = trace_file::Level::all;
  std::uint32_t rank_ = 0;
  std::string host_, names_, maps_;
  std::uint64_t clock_ = kFirst, calendar_ = 0;
};

}  // namespace xomp::tool
