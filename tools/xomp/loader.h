// What the dynamic linker would do, worked out from the files alone: which objects it loads for a program or library,
// in which order, and to whose definition each OpenMP entry is bound.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "elf_file.h"
#include "loader_cache.h"

namespace xomp::tool {

// What the environment adds to the search.
struct LoaderSettings {
  std::vector<std::filesystem::path> library_path;  // LD_LIBRARY_PATH
  std::vector<std::string> preload;                 // LD_PRELOAD
};

// One loaded object. The first of a LoadPlan is the program or library asked about.
struct LoadedObject {
  std::shared_ptr<const ElfFile> elf;
  std::filesystem::path file;      // links resolved: the same for the same inode
  std::vector<std::string> names;  // the names it was asked for by, its soname among them
  int loaded_by = -1;              // index of the object that first needed it; -1 = the first or preloaded
};

struct Binding {
  int user;      // index of the object that asks
  Symbol entry;  // what it asks for
  int provider;  // index of the object whose definition it gets; -1 = nobody has it
};

struct LoadPlan {
  std::vector<LoadedObject> objects;
  std::vector<int> scope;                                      // the order in which definitions are looked up
  std::vector<std::pair<int, std::string>> missing_libraries;  // user, name
  std::vector<std::pair<int, NeededVersion>> missing_versions;
  std::vector<Binding> bindings;  // OpenMP entries only
};

class Loader {
 public:
  Loader() : cache_(LoaderCache::read()) {}

  LoadPlan plan(const std::filesystem::path& root, const LoaderSettings& settings);

  // Reads each file once. Returns nullptr when it is no ELF file.
  std::shared_ptr<const ElfFile> elf(const std::filesystem::path& path);

 private:
  std::optional<std::filesystem::path> find_library(const LoadPlan& plan, int user, const std::string& name,
                                                    const LoaderSettings& settings);
  bool fits(const std::filesystem::path& candidate, const ElfFile& root);
  void load_filters(LoadPlan& plan, const ElfFile& object, const std::filesystem::path& origin, int loaded_by,
                    const LoaderSettings& settings);
  int load(LoadPlan& plan, const std::filesystem::path& path, const std::string& name, int loaded_by,
           const LoaderSettings& settings);

  LoaderCache cache_;
  std::map<std::filesystem::path, std::shared_ptr<const ElfFile>> files_;
};

// Splits LD_LIBRARY_PATH's and LD_PRELOAD's lists: every character of `separators` ends an item.
std::vector<std::string> split_list(const std::string& list, const char* separators);

}  // namespace xomp::tool
