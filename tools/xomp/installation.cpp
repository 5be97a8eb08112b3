// bin/xomp looks for ../lib/libgomp-xomp.so; distributions with another library directory are covered by the name that
// the build was configured with.
#include "installation.h"

#include <optional>
#include <string>

#include <sys/auxv.h>

#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kRealFile = "libgomp-xomp.so";

std::optional<Installation> installation_in(const fs::path& libraries) {
  std::error_code ignored;
  const fs::path library = libraries / kRealFile;
  if (!fs::exists(library, ignored)) return std::nullopt;
  for (const fs::path& compat : {libraries / "xomp" / "compat", libraries / "compat"}) {
    if (fs::exists(compat / "libgomp.so.1", ignored)) return Installation{library, compat};
  }
  fail(kExitOwnError, "{} has no folder with the other runtimes' names beside it; install XOMP again",
       library.string());
}

}  // namespace

fs::path own_program() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) return program;
  // The path that execve got: the one that the shell found, or one relative to the working directory.
  const auto* given = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  program = given != nullptr ? fs::canonical(given, error) : fs::path();
  if (program.empty()) fail(kExitOwnError, "cannot tell where this command is: /proc is not mounted");
  return program;
}

fs::path own_prefix() { return own_program().parent_path().parent_path(); }

Installation find_installation() {
  const fs::path prefix = own_prefix();
  for (const fs::path& libraries : {prefix / "lib", prefix / XOMP_LIBRARY_DIRECTORY}) {
    if (auto installation = installation_in(libraries)) return *installation;
  }
  fail(kExitOwnError, "the library {} is not in {} (was the command moved without it?)", kRealFile,
       (prefix / "lib").string());
}

}  // namespace xomp::tool
