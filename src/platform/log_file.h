// A file that the user names, or one of the standard streams, to write lines to. One thread.
#pragma once

#include <cstddef>

namespace xomp::platform {

class LogFile {
 public:
  // "stdout", "stderr" or a path, to which the lines are added; nullptr, or what cannot be opened: not open.
  explicit LogFile(const char* where);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  bool is_open() const { return file_ >= 0; }
  void write(const char* text, std::size_t bytes);

 private:
  int file_ = -1;
  bool is_own_ = false;
};

}  // namespace xomp::platform
