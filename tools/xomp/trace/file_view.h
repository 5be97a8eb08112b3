// A file's bytes in memory. Another process may shorten the file meanwhile: what is gone then reads as zeroes, and nobody is killed.
#pragma once

#include <cstddef>
#include <filesystem>

namespace xomp::tool {

class FileView {
 public:
  // Throws Failure with a sentence if this is no file that can be read.
  explicit FileView(const std::filesystem::path& path);
  ~FileView();
  FileView(const FileView&) = delete;
  FileView& operator=(const FileView&) = delete;

  const char* data() const { return start_; }
  std::size_t bytes() const { return bytes_; }
  // Returns false if the data were never written. On a full file system of memory they could not even be read.
  bool has_data_at(std::size_t offset) const;

 private:
  int file_ = -1;
  char* start_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace xomp::tool
