// Follows the kernel's rules for "#!" and execvp's for PATH.
#include "program.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "message.h"
#include "runtime_kind.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxScriptDepth = 5;  // the kernel's limit for scripts whose interpreter is a script

bool is_runnable_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string_view verb(Purpose purpose) { return purpose == Purpose::run ? "run" : "examine"; }

fs::path find_in_path(const std::string& name, Purpose purpose) {
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  fs::path not_executable;
  std::error_code ignored;
  for (std::string directory; std::getline(directories, directory, ':');) {
    const fs::path candidate = fs::path(directory.empty() ? "." : directory) / name;
    if (is_runnable_file(candidate)) return candidate;
    if (fs::is_regular_file(candidate, ignored)) not_executable = candidate;
  }
  if (purpose == Purpose::examine && fs::is_regular_file(name, ignored)) return name;
  if (!not_executable.empty()) fail(kExitOwnError, "{} is not executable", not_executable.string());
  if (is_runnable_file(name)) fail(kExitOwnError, "there is no program '{0}' in PATH; did you mean ./{0}?", name);
  if (fs::is_directory(name, ignored)) fail(kExitOwnError, "cannot run {}: it is a directory", name);
  if (purpose == Purpose::examine)
    fail(kExitOwnError, "there is no file '{0}' here, and no program '{0}' in PATH", name);
  if (fs::is_regular_file(name, ignored))
    fail(kExitOwnError, "there is no program '{0}' in PATH; ./{0} is not executable (chmod +x makes it so)", name);
  fail(kExitOwnError, "there is no program '{}' in PATH", name);
}

fs::path find_file(const std::string& name, Purpose purpose) {
  if (name.empty()) fail(kExitOwnError, "the program's name is empty");
  if (name.find('/') == std::string::npos) return find_in_path(name, purpose);
  struct stat status;
  if (stat(name.c_str(), &status) != 0) {
    fail(kExitOwnError, "cannot {} {}: {}", verb(purpose), name, std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) fail(kExitOwnError, "cannot run {}: it is a directory", name);
  if (!S_ISREG(status.st_mode)) fail(kExitOwnError, "cannot {} {}: it is no ordinary file", verb(purpose), name);
  if (purpose == Purpose::run && access(name.c_str(), X_OK) != 0) {
    const bool has_right = (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
    fail(kExitOwnError, "cannot run {}: {}", name,
         has_right ? std::strerror(errno) : "it is not executable (chmod +x makes it so)");
  }
  return name;
}

// The words of the "#!" line; empty when there is none.
std::vector<std::string> interpreter_line(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::getline(file, line);
  if (!line.starts_with("#!")) return {};
  std::istringstream words(line.substr(2));
  std::vector<std::string> found;
  for (std::string word; words >> word;) found.push_back(word);
  return found;
}

bool is_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  char start[128];
  file.read(start, sizeof start);
  const std::string_view read(start, static_cast<std::size_t>(file.gcount()));
  return read.find('\0') == std::string_view::npos && !read.starts_with("\177ELF");  // nor the beginning of a program
}

// That /usr/bin/env finds for a script.
fs::path find_interpreter(const fs::path& script, const std::string& name) {
  try {
    return find_file(name, Purpose::run);
  } catch (const Failure& failure) {
    fail(failure.exit_code, "cannot run {}: its interpreter is missing: {}", script.string(), failure.sentence);
  }
}

// The next thing that the kernel, or /usr/bin/env, would run for this script.
fs::path next_interpreter(const fs::path& script, Purpose purpose) {
  std::vector<std::string> words = interpreter_line(script);
  if (words.empty()) {
    const bool may_run = access(script.c_str(), X_OK) == 0;
    if (is_text(script) && may_run) return "/bin/sh";  // as execvp and shells do
    if (purpose == Purpose::examine)
      fail(kExitOwnError, "{} is no program, no library and no script with a #! line", script.string());
    fail(kExitOwnError, "cannot run {}: neither an ELF program nor a script", script.string());
  }
  if (fs::path(words[0]).filename() == "env") {
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool is_option_or_setting = words[i].starts_with('-') || words[i].find('=') != std::string::npos;
      if (!is_option_or_setting) return find_interpreter(script, words[i]);
    }
  }
  if (!is_runnable_file(words[0])) {
    fail(kExitOwnError, "cannot run {}: its interpreter {} is missing", script.string(), words[0]);
  }
  return words[0];
}

bool gains_rights(const fs::path& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return false;
  const bool other_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != getuid();
  const bool other_group =
      (status.st_mode & S_ISGID) != 0 && (status.st_mode & S_IXGRP) != 0 && status.st_gid != getgid();
  const bool capabilities = getuid() != 0 && getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
  return other_user || other_group || capabilities;
}

void require_dynamic_linker(const ElfFile& elf) {
  if (!elf.interpreter.empty() && access(elf.interpreter.c_str(), F_OK) != 0)
    fail(kExitOwnError, "{} cannot be started: its dynamic linker {} is not on this machine", elf.path.string(),
         elf.interpreter);
  if (fs::path(elf.interpreter).filename().string().starts_with("ld-musl"))
    fail(kExitOwnError, "{} is built for the C library musl; this XOMP needs the GNU C library", elf.path.string());
}

}  // namespace

Program find_program(const std::string& name, Purpose purpose) {
  Program program;
  program.path = find_file(name, purpose);
  program.interpreter = program.path;
  for (int depth = 0; depth < kMaxScriptDepth; ++depth) {
    ElfError error;
    if (auto elf = read_elf(program.interpreter, error)) {
      program.elf = std::move(*elf);
      return program;
    }
    if (error.is_elf || error.is_unopened) {
      fail(kExitOwnError, "cannot read {}: {}", program.interpreter.string(), error.reason);
    }
    program.is_script = true;
    program.interpreter = next_interpreter(program.interpreter, purpose);
  }
  fail(kExitOwnError, "cannot run {}: too many interpreters one after the other", program.path.string());
}

void require_preloadable(const Program& program, const ElfFile& library) {
  const ElfFile& elf = program.elf;
  const std::string name = elf.path.string();
  if (elf.bits != library.bits) {
    fail(kExitOwnError, "{} is a {}-bit program; XOMP is built for {} bits", name, elf.bits, library.bits);
  }
  if (elf.machine != library.machine) {
    fail(kExitOwnError, "{} is built for {}; this XOMP is for {}", name, machine_name(elf.machine),
         machine_name(library.machine));
  }
  if (!elf.is_program) fail(kExitOwnError, "{} is a shared library, not a program", name);
  if (!elf.is_dynamic) {
    fail(kExitOwnError, "{} is linked statically, so no library can be put under it{}", name,
         elf.is_go                 ? " (a Go program)"
         : has_runtime_inside(elf) ? "; link it again without -static"
                                   : "; if it uses OpenMP, link it again without -static");
  }
  require_dynamic_linker(elf);
  if (gains_rights(elf.path)) {
    fail(kExitOwnError,
         "{} runs with other rights than yours (setuid, setgid or capabilities); the system refuses to preload a "
         "library into such a program",
         name);
  }
}

}  // namespace xomp::tool
