// A file without a name, with these bytes, for what reads files only.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace xomp::fuzz {

class MemoryFile {
 public:
  MemoryFile() : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (file_ < 0) std::abort();
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void put(std::size_t at, const void* bytes, std::size_t count) {
    if (pwrite(file_, bytes, count, static_cast<off_t>(at)) != static_cast<ssize_t>(count)) std::abort();
  }
  void set_size(std::size_t bytes) {
    if (ftruncate(file_, static_cast<off_t>(bytes)) != 0) std::abort();
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace xomp::fuzz
