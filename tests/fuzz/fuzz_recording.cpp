// Any bytes as a recording: read, replayed, analysed and written in one of the formats, or refused with a sentence. Whole files are long, and most of
// their bytes never matter. So the input is a short description, which becomes a file: the first byte says how, then come records of 8
// bytes. An input that begins with the file's own mark is taken as it is.
#include <cstring>
#include <filesystem>
#include <map>

#include "fuzz/input.h"
#include "fuzz/memory_file.h"
#include "message.h"
#include "trace/outputs.h"
#include "trace/raw_file.h"

namespace {

using namespace xomp::tool;
using xomp::fuzz::Bytes, xomp::fuzz::odd_number;
using xomp::trace_file::ChunkHeader, xomp::trace_file::FileHeader, xomp::trace_file::Kind, xomp::trace_file::Record;
namespace trace_file = xomp::trace_file;

constexpr std::uint8_t kNewChunk = 0xf0, kHeaderField = 0xf1, kText = 0xf2, kOddValue = 0xf3;

class Builder {
 public:
  Builder(Bytes input, xomp::fuzz::MemoryFile& file) : in_(input), file_(file) {
    std::memcpy(header_.magic, trace_file::kMagic, sizeof header_.magic);
    header_.header_bytes = trace_file::kHeaderBytes;
    header_.chunk_bytes = trace_file::kChunkBytes;
    header_.processors = 4;
    header_.first_ticks = header_.first_ns = time_;
    const std::uint8_t how = in_.take();
    header_.level = static_cast<trace_file::Level>(how % 3 + 1);
    header_.is_complete = how >> 2 & 1;
    header_.rank = how >> 3 & 3;
  }

  void build() {
    while (!in_.empty()) {
      const std::uint8_t kind = in_.take();
      if (kind == kNewChunk) begin_chunk(in_.take() % 8u);
      else if (kind == kHeaderField) change_header();
      else if (kind == kText) add_text();
      else add_record(kind);
    }
    if (header_.last_ticks == 0) header_.last_ticks = header_.last_ns = time_;
    if (bytes_ == 0) bytes_ = trace_file::kHeaderBytes;
    file_.set_size(bytes_);
    file_.put(0, &header_, sizeof header_);
  }

 private:
  void begin_chunk(std::uint32_t lane) {
    lane_ = lane;
    ChunkHeader chunk{};
    chunk.what = trace_file::kRecords;
    chunk.lane = lane;
    chunk.sequence = sequence_++;
    chunk.numbers = numbers_[lane];
    chunk.ticks = chunk.ns = time_;
    const std::uint8_t changed = in_.take();
    if (changed >= 0xe0) {  // one of its fields is damaged
      const std::uint64_t value = odd_number(in_.take());
      const std::size_t fields[] = {offsetof(ChunkHeader, numbers), offsetof(ChunkHeader, ticks), offsetof(ChunkHeader, ns),
                                    offsetof(ChunkHeader, lane)};
      const std::size_t field = fields[changed % std::size(fields)];
      std::memcpy(reinterpret_cast<char*>(&chunk) + field, &value, field == offsetof(ChunkHeader, lane) ? 4 : 8);
    }
    start_ = next_chunk();
    file_.put(start_, &chunk, sizeof chunk);
    filled_ = 0;
  }

  std::size_t next_chunk() {
    const std::size_t at = bytes_ == 0 ? trace_file::kHeaderBytes : bytes_;
    bytes_ = at + trace_file::kChunkBytes;
    return at;
  }

  void change_header() {
    const std::size_t field = 8 + in_.take() * 4u;
    const std::uint64_t value = odd_number(in_.take());
    if (field + sizeof value <= sizeof header_) std::memcpy(reinterpret_cast<char*>(&header_) + field, &value, sizeof value);
  }

  void add_text() {
    const bool is_names = (in_.take() & 3) != 0;  // few are tables of what was mapped: their files are opened
    const std::size_t length = std::min<std::size_t>(in_.take(), in_.count());
    ChunkHeader chunk{};
    chunk.what = is_names ? trace_file::kNames : trace_file::kMaps;
    chunk.bytes = length;
    const std::size_t at = next_chunk();
    file_.put(at, &chunk, sizeof chunk);
    file_.put(at + trace_file::kChunkHeaderBytes, in_.rest(), length);
    in_ = Bytes(in_.rest() + length, in_.count() - length);
  }

  void add_record(std::uint8_t kind) {
    constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::place) + 1;
    if (start_ == 0 || filled_ == trace_file::kRecordsInChunk) begin_chunk(lane_);
    const bool is_odd = kind == kOddValue;
    if (is_odd) kind = in_.take();
    const auto what = static_cast<Kind>(kind < 0xe0 ? kind % kKinds : kind);
    const std::uint8_t aux = in_.take();
    const std::uint64_t step = in_.take_several(2);
    std::uint64_t value = is_odd ? odd_number(in_.take()) : in_.take_several(2);
    // Numbers of tasks and regions: the lane in front.
    if (!is_odd) value = (value >> 13) << trace_file::kNumberBits | (value & 0x1fff);
    time_ += step;
    const Record record{trace_file::pack(time_, what, aux), value};
    file_.put(start_ + trace_file::kChunkHeaderBytes + filled_ * sizeof record, &record, sizeof record);
    ++filled_;
    numbers_[lane_] += what == Kind::create || what == Kind::region_begin;
  }

  Bytes in_;
  xomp::fuzz::MemoryFile& file_;
  FileHeader header_{};
  std::uint64_t time_ = 10'000'000;
  std::map<std::uint32_t, std::uint64_t> numbers_;
  std::uint32_t lane_ = 0, sequence_ = 0;
  std::size_t start_ = 0, filled_ = 0, bytes_ = 0;
};

void convert(const std::string& path, std::size_t format) {
  const RawFile file(path);
  const RecordedRun recorded(file);
  ReplayLimits limits;
  if (format % 2 == 0) limits = {16, 64, 64};  // as if it were long
  Machine machine;
  machine.task_ns = 20;
  machine.processors = 2;
  std::vector<Run> runs;
  runs.push_back({"fuzz", &recorded, replay(recorded, limits), {}});
  runs[0].analysis = analyse(runs[0].line, Sources(recorded.first().maps()), file.header().created, machine);
  if (format == 0) write_page("/dev/null", runs);
  if (format == 1) write_perfetto("/dev/null", runs[0]);
  if (format == 2) write_chrome("/dev/null", runs[0]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  xomp::fuzz::MemoryFile file;
  const bool is_whole = bytes >= sizeof trace_file::kMagic && std::memcmp(data, trace_file::kMagic, sizeof trace_file::kMagic) == 0;
  if (is_whole) file.put(0, data, bytes);
  else if (bytes != 0) Builder(Bytes(data, bytes), file).build();
  try {
    convert(file.path(), bytes % 4);  // one format each: they take longer than all the rest
  } catch (const Failure& failure) {
    if (failure.sentence.empty()) std::abort();
  }
  return 0;
}
