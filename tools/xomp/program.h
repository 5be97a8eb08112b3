// The program that a user names: found along PATH, its scripts followed to their interpreter, and judged whether a
// library can be preloaded into it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "elf_file.h"

namespace xomp::tool {

struct Program {
  std::filesystem::path path;         // what execve gets
  std::filesystem::path interpreter;  // what runs in the end; = path unless it is a script
  bool is_script = false;
  ElfFile elf;  // of the interpreter
};

// A program to be examined need not be executable.
enum class Purpose { run, examine };

// Throws Failure (127, 126) with a sentence when there is no such program, or it cannot be run or examined.
Program find_program(const std::string& name, Purpose purpose = Purpose::run);

// Throws Failure with a sentence when the loader would not put a library before the program's own, because the program
// is static, setuid, or of another architecture than `library`.
void require_preloadable(const Program& program, const ElfFile& library);

}  // namespace xomp::tool
