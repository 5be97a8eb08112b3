// /proc/PID/maps says which files lie where; /proc/PID/mem holds the slots.
#include "process.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

struct Range {
  std::uint64_t begin, end, offset;
  bool is_executable;
  std::string file;
};

fs::path proc(pid_t id, const char* name) { return fs::path("/proc") / std::to_string(id) / name; }

std::vector<Range> read_maps(pid_t id) {
  std::ifstream maps(proc(id, "maps"));
  std::vector<Range> ranges;
  for (std::string line; std::getline(maps, line);) {
    Range range{};
    char rights[5] = "";
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %lx %*s %*s %n", &range.begin, &range.end, rights, &range.offset,
                    &path_at) < 4) {
      continue;
    }
    range.is_executable = rights[2] == 'x';
    if (path_at > 0 && static_cast<std::size_t>(path_at) < line.size() &&
        line[static_cast<std::size_t>(path_at)] == '/') {
      range.file = line.substr(static_cast<std::size_t>(path_at));
    }
    ranges.push_back(std::move(range));
  }
  return ranges;
}

std::map<std::string, std::string> read_environment(pid_t id) {
  std::ifstream file(proc(id, "environ"), std::ios::binary);
  std::map<std::string, std::string> environment;
  for (std::string setting; std::getline(file, setting, '\0');) {
    const std::size_t equals = setting.find('=');
    if (equals != std::string::npos) environment.emplace(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return environment;
}

bool is_same_directory(const fs::path& a, const fs::path& b) {
  struct stat first, second;
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

MappedFile mapped_file(const Process& process, const Range& range) {
  static constexpr std::string_view kDeleted = " (deleted)";
  MappedFile mapped;
  std::string path = range.file;
  if (path.ends_with(kDeleted)) {
    mapped.is_deleted = true;
    path.resize(path.size() - kDeleted.size());
  }
  mapped.file = path;
  ElfError error;
  const fs::path root = process.is_in_our_root ? fs::path() : proc(process.id, "root");
  if (auto elf = read_elf(path, error, root)) mapped.elf = std::make_shared<const ElfFile>(std::move(*elf));
  return mapped;
}

int object_at(const std::vector<Range>& ranges, const Process& process, std::uint64_t address) {
  for (const Range& range : ranges) {
    if (address < range.begin || address >= range.end) continue;
    for (std::size_t i = 0; i < process.files.size(); ++i) {
      if (process.files[i].file == range.file) return static_cast<int>(i);
    }
  }
  return -1;
}

void read_slots(Process& process, const std::vector<Range>& ranges) {
  const int memory = open(proc(process.id, "mem").c_str(), O_RDONLY | O_CLOEXEC);
  if (memory < 0) {
    process.memory_error = std::strerror(errno);
    return;
  }
  for (std::size_t user = 0; user < process.files.size(); ++user) {
    const MappedFile& mapped = process.files[user];
    if (mapped.elf == nullptr) continue;
    for (const Slot& slot : mapped.elf->openmp_slots) {
      std::uint64_t address = 0;
      const auto at = static_cast<off_t>(mapped.base + slot.address);
      if (pread(memory, &address, sizeof address, at) != static_cast<ssize_t>(sizeof address)) continue;
      process.bound.push_back({slot.symbol, static_cast<int>(user), object_at(ranges, process, address)});
    }
  }
  close(memory);
}

void read_files(Process& process, const std::vector<Range>& ranges) {
  std::map<std::string, std::uint64_t> first_mapping;
  for (const Range& range : ranges) {
    if (range.file.empty()) continue;
    if (range.offset == 0) first_mapping.try_emplace(range.file, range.begin);
  }
  for (const Range& range : ranges) {
    const bool is_known = std::any_of(process.files.begin(), process.files.end(),
                                      [&](const MappedFile& f) { return f.file == range.file; });
    if (!range.is_executable || range.file.empty() || is_known) continue;
    MappedFile mapped = mapped_file(process, range);
    // Objects are linked at address 0, so an entry's address is relative. Programs with a fixed address are loaded
    // where they say.
    const bool is_relocated = mapped.elf != nullptr && !mapped.elf->has_fixed_address;
    mapped.base = is_relocated ? first_mapping[range.file] : 0;
    mapped.file = range.file;
    process.files.push_back(std::move(mapped));
  }
}

}  // namespace

Process read_process(pid_t id) {
  Process process;
  process.id = id;
  std::error_code error;
  if (!fs::exists("/proc/self", error)) fail(kExitOwnError, "cannot look into process {}: /proc is not mounted", id);
  if (!fs::exists(proc(id, "maps"), error)) fail(kExitOwnError, "there is no process {}", id);
  process.program = fs::read_symlink(proc(id, "exe"), error);
  if (error) fail(kExitOwnError, "cannot look into process {}: {} (another user's?)", id, error.message());
  process.is_in_our_root = is_same_directory(proc(id, "root"), "/");
  const auto environment = read_environment(id);
  const auto value_of = [&](const char* name) {
    const auto found = environment.find(name);
    return found != environment.end() ? found->second : std::string();
  };
  process.loader_variables = {value_of("LD_PRELOAD"), value_of("LD_LIBRARY_PATH")};
  process.threads = static_cast<int>(std::distance(fs::directory_iterator(proc(id, "task"), error), {}));

  const std::vector<Range> ranges = read_maps(id);
  read_files(process, ranges);
  if (ranges.empty()) fail(kExitOwnError, "cannot look into process {} (another user's, or it has ended)", id);
  read_slots(process, ranges);
  return process;
}

}  // namespace xomp::tool
