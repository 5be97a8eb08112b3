// Recognising OpenMP runtimes, by their files' names and by what they define.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "elf_file.h"

namespace xomp::tool {

enum class RuntimeKind { xomp, gnu, llvm, intel, nvidia, other };

// "libgomp (GNU)", ...
std::string_view kind_name(RuntimeKind kind);

// libgomp.so.1, libgomp-a34b3233.so.1.0.0, libomp.so.5, libiomp5.so, ...; with or without a directory.
bool is_runtime_file_name(const std::filesystem::path& file);

// Says which runtime this object is, if it is one: it must define the entries that compilers call.
std::optional<RuntimeKind> runtime_kind(const ElfFile& elf);

// Says whether a runtime was linked into this object, which is no runtime itself.
bool has_runtime_inside(const ElfFile& elf);

}  // namespace xomp::tool
