// The subcommands; each is one file, adds itself to the command line and sets what is to be done when it is chosen.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <utility>
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
  // Words that an option's value may be, where only the library or a folder knows them; for completion.
  std::vector<std::pair<const CLI::Option*, std::function<std::vector<std::string>()>>> words;
};

void add_run(CLI::App& application, CommandLine& line);
void add_info(CLI::App& application, CommandLine& line);
void add_doctor(CLI::App& application, CommandLine& line);
void add_sim(CLI::App& application, CommandLine& line);
void add_bench(CLI::App& application, CommandLine& line);
void add_trace(CLI::App& application, CommandLine& line);
void add_tune(CLI::App& application, CommandLine& line);
void add_stack(CLI::App& application, CommandLine& line);
void add_completion(CLI::App& application, CommandLine& line);
void add_manual(CLI::App& application, CommandLine& line);

// What the program of a subcommand in Python prints. Throws Failure when it does not succeed.
std::string what_python_says(const std::string& subcommand, const std::vector<std::string>& words);

// Gives --version to the command and to all subcommands that have been added.
void add_version(CLI::App& application);

}  // namespace xomp::tool
