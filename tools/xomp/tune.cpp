// xomp tune: which policy and parameters a program wants, by running it. The command itself is Python (bench/tune).
#include "commands.h"
#include "python_command.h"

namespace xomp::tool {

void add_tune(CLI::App& application, CommandLine& line) {
  CLI::App* command =
      application.add_subcommand("tune", "Find the fastest scheduling policy and parameters for a program.");
  line.with_foreign_words.push_back(command);
  command->callback([&line] { line.action = [&line]() -> int { execute_python("tune", "tune", line.program); }; });
}

}  // namespace xomp::tool
