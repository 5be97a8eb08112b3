// Plain system calls: no stream of the C library is needed, and none is disturbed.
#include "platform/log_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace xomp::platform {

LogFile::LogFile(const char* where) {
  if (where == nullptr) return;
  if (std::strcmp(where, "stdout") == 0) {
    file_ = STDOUT_FILENO;
  } else if (std::strcmp(where, "stderr") == 0) {
    file_ = STDERR_FILENO;
  } else {
    file_ = open(where, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    is_own_ = file_ >= 0;
  }
}

LogFile::~LogFile() {
  if (is_own_) close(file_);
}

void LogFile::write(const char* text, std::size_t bytes) {
  while (bytes != 0) {
    const ssize_t n = ::write(file_, text, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

}  // namespace xomp::platform
