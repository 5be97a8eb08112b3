// Reading the system's small text files (/proc, /sys, cgroups) without allocation. Any thread; errno is kept.
#pragma once

#include <cstddef>

namespace xomp::topology {

inline constexpr std::size_t kPathBytes = 1024;

// A path that is put together from parts. A path that got too long opens no file.
class Path {
 public:
  explicit Path(const char* start) { add(start); }
  Path& add(const char* part);
  Path& add(const char* part, std::size_t length);
  Path& add(int number);
  // Takes everything from the last '/' on away; false if there is none behind the first `kept` bytes.
  bool drop_last_part(std::size_t kept);
  void cut_to(std::size_t length);

  const char* text() const { return text_; }
  std::size_t length() const { return length_; }
  bool is_usable() const { return !too_long_; }

 private:
  char text_[kPathBytes];
  std::size_t length_ = 0;
  bool too_long_ = false;
};

// Reads at most capacity - 1 bytes and ends them with NUL. Returns the number of bytes,
// or -1 if the file cannot be read.
long read_file(const Path& path, char* buffer, std::size_t capacity);

// Calls `each` with every line (without its newline) until it returns false. A line that is longer than kLineBytes is
// passed cut to that length. Returns false if the file cannot be opened.
inline constexpr std::size_t kLineBytes = 4096;
using EachLine = bool (*)(void* context, char* line);
bool for_each_line(const Path& path, EachLine each, void* context);

}  // namespace xomp::topology
