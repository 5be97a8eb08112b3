// What the processes of one run have recorded, as if it were one recording: their lanes one after the other, on one clock, with the
// addresses of the first process.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/raw_file.h"

namespace xomp::tool {

// A message from one process to another one of the same run, or to itself.
struct RecordedMessage {
  std::uint32_t from, to;  // lanes
  std::int64_t sent, received;
  std::uint64_t bytes;
  bool is_by_itself;  // one value; else records that travel together
};

class RecordedRun {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): most runs have one process
  RecordedRun(const RawFile& file) : RecordedRun(std::vector<const RawFile*>{&file}) {}
  // In the order of ranks; there is at least one.
  explicit RecordedRun(const std::vector<const RawFile*>& files);

  struct Process {
    const RawFile* file;
    std::uint32_t first_lane;
    std::int64_t shift_ns = 0;  // from its own first moment to the run's
    std::unordered_map<std::uint64_t, std::string> names;
    struct Module {
      std::uint64_t begin, end, there;  // of its code; where the first process has it
    };
    std::vector<Module> modules;
  };
  const std::vector<Process>& processes() const { return processes_; }
  const RawFile& first() const { return *processes_.front().file; }
  std::uint32_t lane_count() const { return static_cast<std::uint32_t>(process_of_.size()); }
  // Returns the process's lane of that number in its file, or kNoLane.
  static constexpr std::uint32_t kNoLane = UINT32_MAX;
  std::uint32_t lane_of(std::uint32_t process, std::uint64_t number) const;
  std::uint32_t number_of(std::uint32_t lane) const {
    const Process& p = processes_[process_of_[lane]];
    return p.file->lanes()[lane - p.first_lane].number;
  }
  std::uint32_t process_of(std::uint32_t lane) const { return process_of_[lane]; }
  const std::vector<RawChunk>& chunks(std::uint32_t lane) const;
  // Time since the run's first moment.
  std::int64_t ns(std::uint32_t lane, std::uint64_t ticks) const { return moment(lane, ticks) / Clock::kMomentsInNs; }
  std::int64_t moment(std::uint32_t lane, std::uint64_t ticks) const;  // as Clock's
  // Returns the address that the first process would have for it.
  std::uint64_t address(std::uint32_t lane, std::uint64_t address) const;
  // Messages of which both ends were recorded, in the order in which they came.
  const std::vector<RecordedMessage>& messages() const { return messages_; }
  std::uint64_t half_messages() const { return half_messages_; }  // the others

 private:
  struct End {
    std::uint32_t lane;
    std::uint64_t ticks, bytes;
  };
  struct Pair {
    End sent, received;
    bool is_by_itself;
  };
  std::vector<Pair> match_messages();
  void read_names(Process& process);
  void map_modules(Process& process);
  void set_clocks(const std::vector<Pair>& pairs);

  std::vector<Process> processes_;
  std::vector<std::uint32_t> process_of_;  // by lane
  std::vector<RecordedMessage> messages_;
  std::uint64_t half_messages_ = 0;
  struct World {
    std::uint64_t id;
    std::uint32_t rank;
  };
  std::vector<std::unordered_map<std::uint32_t, World>> worlds_;  // by process, and number in its file
};

}  // namespace xomp::tool
