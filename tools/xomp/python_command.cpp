// See python_command.h. Variables tell which library is measured and where files may be made (bench/measure/places.py
// reads them). The programs that are measured do not see these variables.
#include "python_command.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include "installation.h"
#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInterpreter = "python3";

// In a build the folder is a link to the sources. So everything that is made stays in the build.
fs::path find_folder() {
  std::error_code ignored;
  const fs::path prefix = own_prefix();
  const fs::path folder = prefix / "share" / "xomp" / "bench";
  if (!fs::exists(folder, ignored))
    fail(kExitOwnError, "{} is missing (was the command moved without it?)", folder.string());
  if (fs::is_symlink(folder, ignored)) {
    setenv("XOMP_BUILD", prefix.c_str(), 1);
  } else {
    setenv("XOMP_BENCH_INSTALLED", "1", 1);
  }
  return folder;
}

}  // namespace

void execute_python(const std::string& subcommand, const std::string& name, const std::vector<std::string>& words) {
  const Installation installation = find_installation();
  const std::string program = (find_folder() / name).string();
  setenv("XOMP_BENCH_LIBRARY", installation.library.c_str(), 1);
  setenv("XOMP_BENCH_COMPAT", installation.compat.c_str(), 1);
  setenv("XOMP_BENCH_VERSION", XOMP_VERSION, 1);
  setenv("XOMP_BENCH_COMMAND", own_program().c_str(), 1);
  std::vector<char*> arguments = {const_cast<char*>(kInterpreter), const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(kInterpreter, arguments.data());
  if (errno == ENOENT)
    fail(kExitOwnError,
         "xomp {} needs Python 3.9 or newer, and there is no {} in PATH; on Debian: apt-get install python3",
         subcommand, kInterpreter);
  fail(kExitOwnError, "cannot run {}: {}", kInterpreter, std::strerror(errno));
}

}  // namespace xomp::tool
