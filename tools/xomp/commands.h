// The subcommands; each is one file, adds itself to the command line and sets what is to be done when it is chosen.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace xomp::tool {

struct CommandLine {
  // Set by the chosen subcommand while the command line is read, and called afterwards. Returns the exit code.
  std::function<int()> action;
  // Subcommands whose options are followed by a program and its arguments; these are then in `program`.
  std::vector<const CLI::App*> with_program;
  // Subcommands that read all of their words themselves, --help as well; these are then in `program`.
  std::vector<const CLI::App*> with_foreign_words;
  std::vector<std::string> program;
};

void add_run(CLI::App& application, CommandLine& line);
void add_info(CLI::App& application, CommandLine& line);
void add_doctor(CLI::App& application, CommandLine& line);
void add_sim(CLI::App& application, CommandLine& line);
void add_bench(CLI::App& application, CommandLine& line);
void add_trace(CLI::App& application, CommandLine& line);
void add_tune(CLI::App& application, CommandLine& line);
void add_stack(CLI::App& application, CommandLine& line);

}  // namespace xomp::tool
