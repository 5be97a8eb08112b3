// The page's text while it is written, and its blocks: columns of numbers as base64 of gzip, each of which the page unpacks when it
// is needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "trace/outputs.h"

namespace xomp::tool {

class PageWriter {
 public:
  explicit PageWriter(const std::filesystem::path& path) : out_(path, std::ios::binary) {}
  void text(const char* begin, const char* end) { out_.write(begin, end - begin); }
  void text(const std::string& s) { out_ << s; }
  // Returns the block's name in the page.
  int block(const std::string& bytes);
  bool is_good() { return static_cast<bool>(out_.flush()); }

 private:
  std::ofstream out_;
  int blocks_ = 0;
};

// Each returns what the page needs to find and read the blocks that were written.
// Raises `deepest` to how many tasks stand on one another at most: one runs in another's wait.
nlohmann::json write_segments(PageWriter& page, const Run& run, std::uint32_t lane,
                              const std::vector<Segment>& segments, int& deepest);
nlohmann::json write_tasks(PageWriter& page, const Timeline& line, std::size_t tasks_in_block);
nlohmann::json write_dependences(PageWriter& page, const Timeline& line);
nlohmann::json write_messages(PageWriter& page, const Timeline& line);
// For the whole picture: for each lane and bin how much of each state there is, and which site has most of the work.
int write_cells(PageWriter& page, const Run& run, std::size_t bins);

}  // namespace xomp::tool
