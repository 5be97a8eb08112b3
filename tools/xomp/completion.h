// The command line as a shell's completion and the manual want it: made from CLI11's own description of the options, and, for subcommands
// in Python, from argparse's.
#pragma once

#include <string>
#include <vector>

#include "commands.h"

namespace xomp::tool {

enum class ValueKind { none, words, file, directory };

struct OptionDescription {
  std::vector<std::string> names;  // "-p", "--policy"; none for a word that is known by its place
  std::string help;
  std::string value;  // what the value is called: "N"
  std::string shown;  // the same as --help has it, with what is allowed: "LEVEL:{states,tasks,all}"
  int values = 0;     // words that follow at most
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words;  // that a value may be
  bool is_list = false;            // several of them, separated by commas
};

enum class ProgramPlace { nowhere, first_word, behind_dashes };

struct CommandDescription {
  std::string path;  // "xomp sim ranks"
  std::string name, help;
  std::string more;                        // what --help says before and behind the options, beside that
  std::vector<OptionDescription> options;  // those with names
  std::vector<OptionDescription> places;   // words without names, in their order; the last one may come again
  std::vector<CommandDescription> subcommands;
  ProgramPlace program = ProgramPlace::nowhere;  // where another program's command line begins
};

CommandDescription describe_command(const CLI::App& application, const CommandLine& line);

// Calls `visit` for the command and for each subcommand, from the top.
template <class Visit>
void for_each_command(const CommandDescription& command, const Visit& visit) {
  visit(command);
  for (const CommandDescription& subcommand : command.subcommands) for_each_command(subcommand, visit);
}

// The pages of xomp(1), xomp-run(1) and so on, for man.
std::string manual_page(const CommandDescription& top, const CommandDescription& command);

std::string bash_completion(const CommandDescription& command);
std::string zsh_completion(const CommandDescription& command);
std::string fish_completion(const CommandDescription& command);

}  // namespace xomp::tool
