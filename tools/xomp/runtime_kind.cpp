// A runtime is known by GOMP_parallel or __kmpc_fork_call; its file's name tells whose it is.
#include "runtime_kind.h"

#include <algorithm>
#include <array>

namespace xomp::tool {

namespace {

constexpr std::array<std::string_view, 3> kCompilerEntries = {"GOMP_parallel", "GOMP_parallel_start",
                                                              "__kmpc_fork_call"};

bool defines_compiler_entry(const ElfFile& elf) {
  return std::any_of(kCompilerEntries.begin(), kCompilerEntries.end(),
                     [&](std::string_view name) { return elf.defines(name); });
}

// A name that begins with `start`, then no letter: libomp.so.5 and libomp-d69.so, but not libompl.so.
bool begins_with_word(std::string_view name, std::string_view start) {
  if (!name.starts_with(start)) return false;
  const char next = name.size() > start.size() ? name[start.size()] : '.';
  return next == '.' || next == '-' || next == '_' || (next >= '0' && next <= '9');
}

}  // namespace

std::string_view kind_name(RuntimeKind kind) {
  switch (kind) {
    case RuntimeKind::xomp: return "XOMP";
    case RuntimeKind::gnu: return "libgomp (GNU)";
    case RuntimeKind::llvm: return "libomp (LLVM)";
    case RuntimeKind::intel: return "libiomp5 (Intel)";
    case RuntimeKind::nvidia: return "libnvomp (NVIDIA)";
    case RuntimeKind::other: break;
  }
  return "OpenMP runtime";
}

bool is_runtime_file_name(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  static constexpr std::array<std::string_view, 5> starts = {"libgomp", "libomp", "libiomp5", "libnvomp", "libxomp"};
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view s) { return begins_with_word(name, s); });
}

std::optional<RuntimeKind> runtime_kind(const ElfFile& elf) {
  if (elf.soname == "libxomp.so.1" || elf.soname == "libxomp.so") return RuntimeKind::xomp;
  const std::string name = elf.soname.empty() ? elf.path.filename().string() : elf.soname;
  if (!defines_compiler_entry(elf) || elf.is_program) return std::nullopt;
  if (begins_with_word(name, "libgomp")) return RuntimeKind::gnu;
  if (begins_with_word(name, "libomp")) return RuntimeKind::llvm;
  if (begins_with_word(name, "libiomp5")) return RuntimeKind::intel;
  if (begins_with_word(name, "libnvomp")) return RuntimeKind::nvidia;
  return std::nullopt;
}

bool has_runtime_inside(const ElfFile& elf) {
  if (runtime_kind(elf)) return false;
  const auto is_inside = [&](std::string_view name) {
    return std::find(elf.openmp_inside.begin(), elf.openmp_inside.end(), name) != elf.openmp_inside.end();
  };
  return defines_compiler_entry(elf) || std::any_of(kCompilerEntries.begin(), kCompilerEntries.end(), is_inside);
}

}  // namespace xomp::tool
