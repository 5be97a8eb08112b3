// bash: tables of all options, and a function that walks the words up to the cursor.
#include <fmt/format.h>

#include "completion.h"

namespace xomp::tool {

namespace {

constexpr const char* kBashWalk = R"bash(
# A value of $kind that begins with $1.
_xomp_value() {
  local head=
  case $kind in
    list)
      [[ $1 != *,* ]] || head=${1%,*},
      mapfile -t COMPREPLY < <(compgen -P "$head" -W "$words" -- "${1##*,}")
      compopt -o nospace 2>/dev/null ;;
    words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$1") ;;
    file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$1") ;;
    directory) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$1") ;;
  esac
}

# The command line of another program, which begins at word $1.
_xomp_program() {
  local cur=${COMP_WORDS[COMP_CWORD]}
  if ((COMP_CWORD > $1)); then
    if declare -F _command_offset >/dev/null; then _command_offset "$1"; else compopt -o default 2>/dev/null; fi
  elif [[ $cur == */* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -c -- "$cur")
  fi
}

_xomp() {
  local options subcommands program count kind words places
  local at=xomp place=0 left=0 taken=0 i word cur=${COMP_WORDS[COMP_CWORD]}
  [[ $cur != = ]] || cur=
  COMPREPLY=()
  _xomp_at "$at"
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    [[ $word != = ]] || continue # bash takes --option=value for three words
    if ((left > 0)) && { ((taken == 0)) || [[ $word != -* ]]; }; then
      ((--left, ++taken))
      continue
    fi
    left=0
    if [[ $word == -- && $program ]]; then
      _xomp_program $((i + 1))
      return
    elif [[ $word == -* ]]; then
      _xomp_after "$at $word"
      left=$count taken=0
    elif [[ " $subcommands " == *" $word "* ]]; then
      at+=" $word"
      _xomp_at "$at"
    elif [[ $program == first ]]; then
      _xomp_program "$i"
      return
    else
      ((++place))
    fi
  done
  if ((left > 0)) && { ((taken == 0)) || [[ $cur != -* ]]; }; then
    _xomp_value "$cur"
  elif [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  elif [[ $program == first ]]; then
    _xomp_program "$COMP_CWORD"
  elif ((${#places[@]})); then
    ((place < ${#places[@]})) || place=$((${#places[@]} - 1))
    kind=${places[place]%% *} words=${places[place]#* }
    _xomp_value "$cur"
  else
    mapfile -t COMPREPLY < <(compgen -W "$subcommands" -- "$cur")
  fi
}

complete -F _xomp xomp
)bash";

std::string bash_kind(const OptionDescription& option) {
  switch (option.kind) {
    case ValueKind::words: return option.is_list ? "list" : "words";
    case ValueKind::file: return "file";
    case ValueKind::directory: return "directory";
    case ValueKind::none: break;
  }
  return "none";
}

std::string bash_command(const CommandDescription& command) {
  std::vector<std::string> options, subcommands, places;
  for (const OptionDescription& option : command.options)
    options.insert(options.end(), option.names.begin(), option.names.end());
  for (const CommandDescription& subcommand : command.subcommands) subcommands.push_back(subcommand.name);
  for (const OptionDescription& place : command.places)
    places.push_back(fmt::format("'{} {}'", bash_kind(place), fmt::join(place.words, " ")));
  const char* const program = command.program == ProgramPlace::first_word      ? "first"
                              : command.program == ProgramPlace::behind_dashes ? "dashes"
                                                                               : "";
  return fmt::format("    '{}') options='{}' subcommands='{}' program='{}' places=({}) ;;\n", command.path,
                     fmt::join(options, " "), fmt::join(subcommands, " "), program, fmt::join(places, " "));
}

std::string bash_values(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) {
    if (option.values == 0) continue;
    std::string patterns;
    for (const std::string& name : option.names)
      patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", command.path, name);
    text += fmt::format("    {}) count={} kind={} words='{}' ;;\n", patterns, option.values, bash_kind(option),
                        fmt::join(option.words, " "));
  }
  return text;
}

}  // namespace

std::string bash_completion(const CommandDescription& command) {
  std::string commands, values;
  for_each_command(command, [&](const CommandDescription& each) {
    commands += bash_command(each);
    values += bash_values(each);
  });
  return "# Completion of xomp for bash, made by `xomp completion bash`.\n\n"
         "# What may stand at a command.\n_xomp_at() {\n  options= subcommands= program= places=()\n  case $1 in\n" +
         commands + "  esac\n}\n\n# What follows an option.\n_xomp_after() {\n  count=0 kind= words=\n  case $1 in\n" +
         values + "  esac\n}\n" + kBashWalk;
}

}  // namespace xomp::tool
