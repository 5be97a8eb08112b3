// zsh: a function for each command, of _arguments' specifications.
#include <algorithm>

#include <fmt/format.h>

#include "completion.h"

namespace xomp::tool {

namespace {

// With a backslash before what _arguments would take for its own.
std::string zsh_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string zsh_action(const OptionDescription& option) {
  switch (option.kind) {
    case ValueKind::words:
      return fmt::format(fmt::runtime(option.is_list ? "_sequence compadd - {}" : "({})"),
                         fmt::join(option.words, " "));
    case ValueKind::file: return "_files";
    case ValueKind::directory: return "_files -/";
    case ValueKind::none: break;
  }
  return " ";  // a message only
}

// Long options take their value as the next word or behind "=".
std::string zsh_option(const OptionDescription& option, const std::string& name) {
  std::string spec = "*" + name;
  if (option.values == 1 && name.starts_with("--")) spec += "=";
  spec += "[" + zsh_escaped(option.help) + "]";
  for (int i = 0; i < std::min(option.values, 2); ++i)
    spec += ":" + zsh_escaped(option.value) + ":" + zsh_action(option);
  return zsh_quoted(spec);
}

std::string zsh_function_name(const CommandDescription& command) {
  std::string name = "_" + command.path;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

std::string zsh_subcommands(const CommandDescription& command) {
  std::string list, choice;
  for (const CommandDescription& subcommand : command.subcommands) {
    list += "        " + zsh_quoted(subcommand.name + ":" + subcommand.help) + "\n";
    choice += fmt::format("        {}) {} ;;\n", subcommand.name, zsh_function_name(subcommand));
  }
  return fmt::format(
      "  case $state in\n    command)\n      local -a commands=(\n{}      )\n      _describe command commands ;;\n"
      "    rest)\n      case $words[1] in\n{}      esac ;;\n  esac\n",
      list, choice);
}

std::string zsh_function(const CommandDescription& command) {
  std::string specs;
  for (const OptionDescription& option : command.options)
    for (const std::string& name : option.names) specs += " \\\n    " + zsh_option(option, name);
  if (!command.subcommands.empty()) specs += " \\\n    '1: :->command' '*:: :->rest'";
  if (command.program != ProgramPlace::nowhere)
    specs += " \\\n    '(-)1:program:{ _command_names -e; _files }' '*::arguments:_normal'";
  for (std::size_t i = 0; i < command.places.size(); ++i) {
    const OptionDescription& place = command.places[i];
    const std::string number = i + 1 == command.places.size() ? "*" : std::to_string(i + 1);
    specs += " \\\n    " + zsh_quoted(number + ":" + zsh_escaped(place.value) + ":" + zsh_action(place));
  }
  return fmt::format(
      "{}() {{\n  local context state state_descr line\n  typeset -A opt_args\n  _arguments -S -C{}\n{}}}\n\n",
      zsh_function_name(command), specs, command.subcommands.empty() ? "" : zsh_subcommands(command));
}

}  // namespace

std::string zsh_completion(const CommandDescription& command) {
  std::string functions;
  for_each_command(command, [&](const CommandDescription& each) { functions += zsh_function(each); });
  return "#compdef xomp\n# Completion of xomp for zsh, made by `xomp completion zsh`.\n\n" + functions +
         "_xomp \"$@\"\n";
}

}  // namespace xomp::tool
