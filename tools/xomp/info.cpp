// xomp info: the processors, places and internal control variables as the library sees them here.
#include "commands.h"
#include "installation.h"
#include "message.h"

namespace xomp::tool {

void add_info(CLI::App& application, CommandLine& line) {
  CLI::App* command = application.add_subcommand("info", "Show processors, places and the values of all settings.");
  command->callback([&line] {
    line.action = [] {
      fmt::print("library: {}\n", find_installation().library.string());
      return 0;
    };
  });
}

}  // namespace xomp::tool
