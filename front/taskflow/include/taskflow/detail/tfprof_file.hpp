// The binary form of a profile, which the web viewer of Taskflow 4.1 reads. All numbers are little-endian:
//   file:      "TFPX", version 1 (16 bits), flags 0 (16 bits), number of executors (32 bits); then each executor
//   executor:  id (64), begin in microseconds since 1970 (64), bytes of the names (32), number of blocks (32); the names
//              one after the other; then the blocks, one for each worker and level that has tasks
//   block:     worker (32), level (32), number of tasks (32); then each task, in order of their begins
//   task:      begin as the distance from that of the task before (varint), duration (varint), both in microseconds;
//              where its name begins among the names (32); its type in the upper 3 bits of a byte, the name's length in
//              the lower 5
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>

#include "../core/task.hpp"

namespace tf {
namespace detail {

class TFProfWriter {
 public:
  static constexpr std::size_t kLongestName = 31;

  explicit TFProfWriter(std::ostream& os) : os_(os) {}

  void begin_file(std::size_t executors) {
    os_.write("TFPX", 4);
    number(1, 2);
    number(0, 2);
    number(executors, 4);
  }
  void number(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) os_.put(static_cast<char>(value >> (8 * i) & 0xff));
  }
  // Seven bits a byte, the lowest first; all but the last byte have the top bit set.
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) os_.put(static_cast<char>((value & 0x7f) | 0x80));
    os_.put(static_cast<char>(value));
  }
  void text(const std::string& text) { os_.write(text.data(), static_cast<std::streamsize>(text.size())); }

  static std::uint64_t number_of(TaskType type) {
    switch (type) {
      case TaskType::SUBFLOW: return 1;
      case TaskType::CONDITION: return 2;
      case TaskType::MODULE: return 3;
      case TaskType::ASYNC: return 4;
      default: return 0;
    }
  }

 private:
  std::ostream& os_;
};

// All names of an executor's tasks in one text, each once.
class NameTable {
 public:
  std::size_t place_of(const std::string& name) {
    const auto [entry, is_new] = places_.try_emplace(name, text_.size());
    if (is_new) text_ += name;
    return entry->second;
  }
  const std::string& text() const { return text_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::string text_;
};

}  // namespace detail
}  // namespace tf
