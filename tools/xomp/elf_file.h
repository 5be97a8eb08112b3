// What one ELF file says about itself: kind, what it needs, and the OpenMP entries it asks for or offers.
// Read once with libelf; nothing here runs or loads the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xomp::tool {

// An entry of a dynamic symbol table; `version` is empty where the file names none.
struct Symbol {
  std::string name;
  std::string version;
  bool is_default = true;  // definitions: bound by references that name no version
  bool is_weak = false;

  // Returns the text as tools print it: name@VERSION.
  std::string text() const { return version.empty() ? name : name + "@" + version; }
  auto operator<=>(const Symbol&) const = default;
};

// A version node that the file wants from a library (verneed).
struct NeededVersion {
  std::string library;
  std::string version;
  bool is_weak = false;
};

// Where the dynamic linker writes the address of an OpenMP entry (a GOT slot).
struct Slot {
  std::uint64_t address;  // before relocation
  std::string symbol;
};

struct ElfFile {
  std::filesystem::path path;
  int bits = 0;               // 32 or 64
  std::uint16_t machine = 0;  // EM_*
  bool is_program = false;    // may be started: fixed address, or position independent with an interpreter
  bool has_fixed_address = false;
  bool has_interpreter = false;
  std::string interpreter;  // the dynamic linker that the program names
  bool is_dynamic = false;  // the dynamic linker loads it, so that preloading reaches it
  std::string soname;
  std::vector<std::string> needed;
  std::vector<std::string> filters;  // libraries that are put before it (DT_FILTER, DT_AUXILIARY), as written
  std::optional<std::string> rpath;  // with $ORIGIN as written
  std::optional<std::string> runpath;
  std::vector<NeededVersion> needed_versions;
  std::vector<std::string> defined_versions;
  std::vector<Symbol> openmp_undefined;    // entries of OpenMP runtimes that it asks for
  std::vector<Symbol> openmp_defined;      // and those it offers
  std::vector<std::string> openmp_inside;  // definitions that only its full symbol table shows: linked statically
  std::vector<Slot> openmp_slots;
  bool calls_dlopen = false;
  bool is_go = false;

  bool defines(std::string_view name) const;
};

struct ElfError {
  bool is_elf = false;       // it is ELF, but broken
  bool is_unopened = false;  // nobody has looked into it
  std::string reason;
};

// Returns nullopt and the reason when the file cannot be read or is no ELF file. `root` is put before the path when it
// is opened, for processes in another root directory.
std::optional<ElfFile> read_elf(const std::filesystem::path& path, ElfError& error,
                                const std::filesystem::path& root = {});

// Names that belong to OpenMP runtimes.
bool is_openmp_name(std::string_view name);

// "x86-64", "aarch64", ...
std::string machine_name(std::uint16_t machine);

}  // namespace xomp::tool
