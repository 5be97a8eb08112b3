// xomp doctor: which OpenMP runtimes a program, directory or process has, and what XOMP would take over.
#include "commands.h"
#include "message.h"

namespace xomp::tool {

void add_doctor(CLI::App& application, CommandLine& line) {
  CLI::App* command = application.add_subcommand("doctor", "List OpenMP runtimes and what XOMP would take over.");
  command->callback([&line] { line.action = []() -> int { fail(kExitOwnError, "not there yet"); }; });
}

}  // namespace xomp::tool
