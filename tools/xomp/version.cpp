// What --version says, of the command and of each subcommand. The commit comes from a header that the build writes (cmake/commit.cmake).
#include "commands.h"
#include "message.h"

#include "xomp_commit.h"

namespace xomp::tool {

std::string version_text() {
  const std::string_view commit = XOMP_COMMIT;
  return fmt::format("{} ({}{}{})", XOMP_VERSION, commit, commit.empty() ? "" : ", ", XOMP_COMPILER);
}

void add_version(CLI::App& application) {
  application.set_version_flag("--version", "xomp " + version_text(), "Print the version, the commit and the compiler");
  for (CLI::App* subcommand : application.get_subcommands([](const CLI::App*) { return true; }))
    add_version(*subcommand);
}

}  // namespace xomp::tool
