#include "start.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "library.h"
#include "loader.h"
#include "message.h"

namespace xomp::tool {

Program find_startable(const Installation& installation, const std::string& name) {
  Program program = find_program(name);
  Loader loader;
  const auto library = loader.elf(installation.library);
  if (library == nullptr) fail(kExitOwnError, "{} is damaged", installation.library.string());
  require_preloadable(program, *library);
  return program;
}

void require_policy(const Installation& installation, const std::string& policy) {
  char message[1024];
  const auto check = entry<int(const char*, char*, unsigned long)>(open_library(installation), "xomp_check_policy");
  if (check(policy.c_str(), message, sizeof message) != 0) fail(kExitOwnError, "--policy '{}': {}", policy, message);
}

void execute(const Program& program, const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(program.path.c_str(), arguments.data());
  fail(kExitOwnError, "cannot run {}: {}", program.path.string(), std::strerror(errno));
}

}  // namespace xomp::tool
