// /etc/ld.so.cache: which file the dynamic linker takes for a library's name.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace xomp::tool {

class LoaderCache {
 public:
  // Returns an empty cache when the file is missing, or not in the form that glibc has written since 2.2.
  static LoaderCache read(const std::filesystem::path& file = "/etc/ld.so.cache");

  // Returns all files listed under that name, in the cache's order. They may be of several architectures.
  const std::vector<std::filesystem::path>& find(const std::string& name) const;

 private:
  std::unordered_map<std::string, std::vector<std::filesystem::path>> files_;
};

}  // namespace xomp::tool
