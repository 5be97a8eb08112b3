// A running process as /proc shows it: the files mapped into it and the addresses that the dynamic linker has written
// into their slots.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "elf_file.h"
#include "preload.h"

namespace xomp::tool {

struct MappedFile {
  std::shared_ptr<const ElfFile> elf;
  std::filesystem::path file;  // as the process sees it
  std::uint64_t base = 0;      // what was added to the file's addresses
  bool is_deleted = false;     // replaced or removed since; what is read now may be another file
};

// Says to which object (index into Process::files) a slot's address leads.
struct BoundEntry {
  std::string symbol;
  int user;
  int provider;  // -1: nothing, or not an object's code; = user: not used yet (lazy binding), or its own
};

struct Process {
  pid_t id = 0;
  std::vector<MappedFile> files;
  LoaderVariables loader_variables;
  std::filesystem::path program;
  bool is_in_our_root = true;               // its paths mean the same files to us
  std::optional<std::string> memory_error;  // why its memory cannot be read
  std::vector<BoundEntry> bound;
  int threads = 0;
};

// Throws Failure when there is no such process or it belongs to somebody else.
Process read_process(pid_t id);

}  // namespace xomp::tool
