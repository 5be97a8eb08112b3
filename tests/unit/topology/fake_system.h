// A folder that stands for "/": files of /proc, /sys and control groups written by a test, removed afterwards.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace xomp::topology {

class FakeSystem {
 public:
  FakeSystem() {
    const std::filesystem::path memory = "/dev/shm";  // thousands of small files: much faster than a disk
    const auto folder = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    std::string pattern = (folder / "xomp-topology-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = pattern;
  }
  ~FakeSystem() { std::filesystem::remove_all(root_); }
  FakeSystem(const FakeSystem&) = delete;
  FakeSystem& operator=(const FakeSystem&) = delete;

  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = root_ + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  const char* root() const { return root_.c_str(); }

 private:
  std::string root_;
};

}  // namespace xomp::topology
