// ld.so(8)'s search, in its order: RPATH of the user and of those who loaded it (unless the user has a RUNPATH),
// LD_LIBRARY_PATH, RUNPATH, the cache, the default directories.
#include "loader.h"

#include <algorithm>
#include <numeric>

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

// Replaces $ORIGIN, $LIB and $PLATFORM in a search path or name, for an object in `origin`.
std::string expand_tokens(std::string text, const fs::path& origin) {
  const std::pair<std::string, std::string> tokens[] = {{"${ORIGIN}", origin.string()},
                                                        {"$ORIGIN", origin.string()},
                                                        {"${LIB}", "lib/" XOMP_MULTIARCH},
                                                        {"$LIB", "lib/" XOMP_MULTIARCH}};
  for (const auto& [token, value] : tokens) {
    for (std::size_t at = 0; (at = text.find(token, at)) != std::string::npos; at += value.size()) {
      text.replace(at, token.size(), value);
    }
  }
  return text;
}

void append_directories(std::vector<fs::path>& directories, const std::optional<std::string>& list,
                        const fs::path& origin) {
  if (!list) return;
  for (const std::string& item : split_list(*list, ":")) {
    directories.emplace_back(item.empty() ? "." : expand_tokens(item, origin));
  }
}

fs::path origin_of(const LoadedObject& object) { return object.file.parent_path(); }

bool has_name(const LoadedObject& object, const std::string& name) {
  return std::find(object.names.begin(), object.names.end(), name) != object.names.end();
}

// glibc's rule: a reference with a version wants that node, or a library without any; one without a version takes
// the default definition.
bool matches(const Symbol& reference, const Symbol& definition, const ElfFile& definer) {
  if (reference.name != definition.name) return false;
  if (definer.defined_versions.empty()) return true;
  if (reference.version.empty()) return definition.is_default;
  return reference.version == definition.version;
}

int find_provider(const LoadPlan& plan, const Symbol& reference) {
  for (const int index : plan.scope) {
    const ElfFile& elf = *plan.objects[static_cast<std::size_t>(index)].elf;
    const bool defines = std::any_of(elf.openmp_defined.begin(), elf.openmp_defined.end(),
                                     [&](const Symbol& s) { return matches(reference, s, elf); });
    if (defines) return index;
  }
  return -1;
}

void bind_entries(LoadPlan& plan) {
  for (std::size_t user = 0; user < plan.objects.size(); ++user) {
    for (const Symbol& entry : plan.objects[user].elf->openmp_undefined) {
      plan.bindings.push_back({static_cast<int>(user), entry, find_provider(plan, entry)});
    }
  }
}

// A program ends at its start if a needed version node is missing in the file that was found for the library. So the
// plan must say so.
void check_versions(LoadPlan& plan) {
  for (std::size_t user = 0; user < plan.objects.size(); ++user) {
    for (const NeededVersion& want : plan.objects[user].elf->needed_versions) {
      if (want.is_weak) continue;
      const auto provider = std::find_if(plan.objects.begin(), plan.objects.end(),
                                         [&](const LoadedObject& o) { return has_name(o, want.library); });
      if (provider == plan.objects.end()) continue;
      const auto& offered = provider->elf->defined_versions;
      if (offered.empty() || std::find(offered.begin(), offered.end(), want.version) != offered.end()) continue;
      plan.missing_versions.emplace_back(static_cast<int>(user), want);
    }
  }
}

}  // namespace

std::vector<std::string> split_list(const std::string& list, const char* separators) {
  std::vector<std::string> items;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find_first_of(separators, start), list.size());
    items.push_back(list.substr(start, end - start));
    start = end + 1;
  }
  return items;
}

std::shared_ptr<const ElfFile> Loader::elf(const fs::path& path) {
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second;
  ElfError error;
  auto read = read_elf(path, error);
  auto shared = read ? std::make_shared<const ElfFile>(std::move(*read)) : nullptr;
  return files_[path] = shared;
}

bool Loader::fits(const fs::path& candidate, const ElfFile& root) {
  std::error_code ignored;
  if (!fs::exists(candidate, ignored)) return false;
  const auto found = elf(candidate);
  return found != nullptr && found->bits == root.bits && found->machine == root.machine;
}

std::optional<fs::path> Loader::find_library(const LoadPlan& plan, int user, const std::string& name,
                                             const LoaderSettings& settings) {
  const ElfFile& root = *plan.objects.front().elf;
  const LoadedObject& asking = plan.objects[static_cast<std::size_t>(user)];
  if (name.find('/') != std::string::npos) {
    const fs::path path = expand_tokens(name, origin_of(asking));
    return fits(path, root) ? std::optional(path) : std::nullopt;
  }
  std::vector<fs::path> directories;
  if (!asking.elf->runpath) {
    for (int by = user; by >= 0; by = plan.objects[static_cast<std::size_t>(by)].loaded_by) {
      const LoadedObject& object = plan.objects[static_cast<std::size_t>(by)];
      if (!object.elf->runpath) append_directories(directories, object.elf->rpath, origin_of(object));
    }
  }
  directories.insert(directories.end(), settings.library_path.begin(), settings.library_path.end());
  append_directories(directories, asking.elf->runpath, origin_of(asking));
  for (const fs::path& directory : directories) {
    for (const char* level : {"glibc-hwcaps/x86-64-v4", "glibc-hwcaps/x86-64-v3", "glibc-hwcaps/x86-64-v2", ""}) {
      if (fits(directory / level / name, root)) return directory / level / name;
    }
  }
  for (const fs::path& candidate : cache_.find(name)) {
    if (fits(candidate, root)) return candidate;
  }
  for (const char* directory :
       {"/lib/" XOMP_MULTIARCH, "/usr/lib/" XOMP_MULTIARCH, "/lib64", "/usr/lib64", "/lib", "/usr/lib"}) {
    if (fits(fs::path(directory) / name, root)) return fs::path(directory) / name;
  }
  return std::nullopt;
}

// What an object filters is put before it. XOMP's own stand-ins (cmake/stand_ins.cmake) have nothing else.
void Loader::load_filters(LoadPlan& plan, const ElfFile& object, const fs::path& origin, int loaded_by,
                          const LoaderSettings& settings) {
  for (const std::string& filter : object.filters) {
    const std::string name = expand_tokens(filter, origin);
    const bool loaded =
        std::any_of(plan.objects.begin(), plan.objects.end(), [&](const LoadedObject& o) { return has_name(o, name); });
    if (loaded) continue;
    if (const auto path = find_library(plan, std::max(loaded_by, 0), name, settings)) {
      load(plan, *path, name, loaded_by, settings);
    }
  }
}

int Loader::load(LoadPlan& plan, const fs::path& path, const std::string& name, int loaded_by,
                 const LoaderSettings& settings) {
  std::error_code ignored;
  fs::path file = fs::canonical(path, ignored);
  if (file.empty()) file = path;
  for (std::size_t i = 0; i < plan.objects.size(); ++i) {
    if (plan.objects[i].file == file) {
      plan.objects[i].names.push_back(name);
      return static_cast<int>(i);
    }
  }
  auto object = elf(path);
  if (object == nullptr) return -1;
  if (!plan.objects.empty()) load_filters(plan, *object, file.parent_path(), loaded_by, settings);
  std::vector<std::string> names = {name};
  if (!object->soname.empty()) names.push_back(object->soname);
  plan.objects.push_back({object, file, std::move(names), loaded_by});
  return static_cast<int>(plan.objects.size()) - 1;
}

LoadPlan Loader::plan(const fs::path& root, const LoaderSettings& settings) {
  LoadPlan plan;
  if (load(plan, root, root.filename().string(), -1, settings) < 0) return plan;
  for (const std::string& name : settings.preload) {
    if (const auto path = find_library(plan, 0, name, settings)) load(plan, *path, name, -1, settings);
  }
  const auto preloaded = static_cast<std::ptrdiff_t>(plan.objects.size()) - 1;
  // Breadth first, because the dynamic linker goes so. `objects` grows meanwhile.
  for (std::size_t user = 0; user < plan.objects.size(); ++user) {
    const auto needed = plan.objects[user].elf->needed;
    for (const std::string& name : needed) {
      const bool loaded = std::any_of(plan.objects.begin(), plan.objects.end(),
                                      [&](const LoadedObject& o) { return has_name(o, name); });
      if (loaded) continue;
      const auto path = find_library(plan, static_cast<int>(user), name, settings);
      if (!path || load(plan, *path, name, static_cast<int>(user), settings) < 0) {
        plan.missing_libraries.emplace_back(static_cast<int>(user), name);
      }
    }
  }
  // A program comes first; a library that is opened later comes after what was preloaded.
  plan.scope.resize(plan.objects.size());
  std::iota(plan.scope.begin(), plan.scope.end(), 0);
  if (!plan.objects.front().elf->is_program) {
    std::rotate(plan.scope.begin(), plan.scope.begin() + 1, plan.scope.begin() + 1 + preloaded);
  }
  check_versions(plan);
  bind_entries(plan);
  return plan;
}

}  // namespace xomp::tool
