// xomp bench: the programs of bench/ on every OpenMP runtime of the machine. The command itself is Python (bench/run).
#include "commands.h"
#include "python_command.h"

namespace xomp::tool {

void add_bench(CLI::App& application, CommandLine& line) {
  CLI::App* command = application.add_subcommand("bench", "Compare XOMP with the machine's other OpenMP runtimes.");
  line.with_foreign_words.push_back(command);
  command->callback([&line] { line.action = [&line]() -> int { execute_python("bench", "run", line.program); }; });
}

}  // namespace xomp::tool
