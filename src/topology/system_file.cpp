// System calls on files, and lines out of blocks.
#include "topology/system_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "platform/thread.h"

namespace xomp::topology {

namespace {

// Opens a file for the length of a scope.
class OpenFile {
 public:
  explicit OpenFile(const Path& path) : saved_errno_(errno) {
    if (path.is_usable()) descriptor_ = open(path.text(), O_RDONLY | O_CLOEXEC);
  }
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
    errno = saved_errno_;
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  long read_some(char* buffer, std::size_t capacity) {
    for (;;) {
      const ssize_t got = ::read(descriptor_, buffer, capacity);
      if (got >= 0 || errno != EINTR) return got;
    }
  }

 private:
  const platform::HeldCancellation held_;
  const int saved_errno_;
  int descriptor_ = -1;
};

// Passes the whole lines of block[0, used) on. Returns the number of bytes left over, or -1 when `each` returned false.
long pass_lines(char* block, std::size_t used, EachLine each, void* context) {
  char* line = block;
  char* const end = block + used;
  while (char* newline = static_cast<char*>(memchr(line, '\n', static_cast<std::size_t>(end - line)))) {
    *newline = '\0';
    if (!each(context, line)) return -1;
    line = newline + 1;
  }
  const auto left = static_cast<std::size_t>(end - line);
  memmove(block, line, left);
  return static_cast<long>(left);
}

}  // namespace

Path& Path::add(const char* part) { return add(part, strlen(part)); }

Path& Path::add(const char* part, std::size_t length) {
  if (length >= sizeof text_ - length_) {
    too_long_ = true;
    length = 0;
  }
  memcpy(text_ + length_, part, length);
  length_ += length;
  text_[length_] = '\0';
  return *this;
}

Path& Path::add(int number) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", number);
  return add(digits);
}

bool Path::drop_last_part(std::size_t kept) {
  std::size_t at = length_;
  while (at > kept && text_[at - 1] != '/') --at;
  if (at <= kept) return false;
  cut_to(at - 1);
  return true;
}

void Path::cut_to(std::size_t length) {
  length_ = length;
  text_[length_] = '\0';
}

long read_file(const Path& path, char* buffer, std::size_t capacity) {
  OpenFile file(path);
  if (!file.is_open()) return -1;
  std::size_t used = 0;
  while (used + 1 < capacity) {
    const long got = file.read_some(buffer + used, capacity - 1 - used);
    if (got < 0) return -1;
    used += static_cast<std::size_t>(got);
    // These files come whole in one piece, and a newline shows that it is the last. Another read would only return 0.
    if (got == 0 || buffer[used - 1] == '\n') break;
  }
  buffer[used] = '\0';
  return static_cast<long>(used);
}

// Takes the first line out of the block. Returns false if its end has not come, and the block is empty now.
static bool drop_line(char* block, std::size_t& used) {
  const auto* newline = static_cast<const char*>(memchr(block, '\n', used));
  const std::size_t length = newline != nullptr ? static_cast<std::size_t>(newline + 1 - block) : used;
  used -= length;
  memmove(block, block + length, used);
  return newline != nullptr;
}

bool for_each_line(const Path& path, EachLine each, void* context) {
  OpenFile file(path);
  if (!file.is_open()) return false;
  char block[kLineBytes + 1];
  std::size_t used = 0;
  const auto pass_all = [&] {
    block[used] = '\0';
    return each(context, block);
  };
  bool is_rest_of_long_line = false;
  for (long got; (got = file.read_some(block + used, kLineBytes - used)) > 0;) {
    used += static_cast<std::size_t>(got);
    if (is_rest_of_long_line && !drop_line(block, used)) continue;
    is_rest_of_long_line = false;
    const long left = pass_lines(block, used, each, context);
    if (left < 0) return true;
    used = static_cast<std::size_t>(left);
    if (used < kLineBytes) continue;
    if (!pass_all()) return true;
    used = 0;
    is_rest_of_long_line = true;
  }
  if (used != 0) pass_all();
  return true;
}

}  // namespace xomp::topology
