// fish: a line for each option, each with a condition that walks the words up to the cursor.
#include <fmt/format.h>

#include "completion.h"

namespace xomp::tool {

namespace {

constexpr const char* kFishWalk = R"fish(
# Walks the words before the cursor. Sets xomp_at (the command) and xomp_program (the number of the word where another
# program's command line begins, or nothing).
function __xomp_walk
    set -g xomp_at xomp
    set -g xomp_program
    set -l words (commandline -opc)
    set -l left 0
    set -l taken 0
    for i in (seq 2 (count $words))
        set -l word $words[$i]
        if test $left -gt 0; and begin; test $taken -eq 0; or not string match -q -- '-*' $word; end
            set left (math $left - 1)
            set taken (math $taken + 1)
            continue
        end
        set left 0
        if test "$word" = --; and contains -- $xomp_at $__xomp_with_program $__xomp_with_dashes
            set xomp_program (math $i + 1)
            return
        else if string match -q -- '-*' $word
            set left (__xomp_values "$xomp_at $word")
            set taken 0
        else if contains -- "$xomp_at $word" $__xomp_commands
            set xomp_at "$xomp_at $word"
        else if contains -- $xomp_at $__xomp_with_program
            set xomp_program $i
            return
        end
    end
    # Before the program's name is typed, words that are no options are the program's.
    if contains -- $xomp_at $__xomp_with_program; and test $left -eq 0; and not string match -q -- '-*' (commandline -ct)
        set xomp_program (math (count $words) + 1)
    end
end

function __xomp_is_at
    __xomp_walk
    test -z "$xomp_program"; and test "$xomp_at" = "$argv[1]"
end

function __xomp_runs_program
    __xomp_walk
    test -n "$xomp_program"
end

function __xomp_complete_program
    set -l words (commandline -opc) (commandline -ct)
    set -l line (string escape -- $words[$xomp_program..-2]) (commandline -ct)
    complete -C (string join ' ' -- $line)
end

complete -c xomp -e
complete -c xomp -f
complete -c xomp -n __xomp_runs_program -a '(__xomp_complete_program)'
)fish";

std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// What may stand as a value: options of `complete`.
std::string fish_value(const OptionDescription& option) {
  switch (option.kind) {
    case ValueKind::words:
      return option.is_list
                 ? fmt::format(" -a \"(__fish_complete_list , 'printf %s\\\\n {}')\"", fmt::join(option.words, " "))
                 : fmt::format(" -a '{}'", fmt::join(option.words, " "));
    case ValueKind::file: return " -F";
    case ValueKind::directory: return " -a '(__fish_complete_directories)'";
    case ValueKind::none: break;
  }
  return "";
}

std::string fish_lines(const CommandDescription& command) {
  const std::string begin = fmt::format("complete -c xomp -n \"__xomp_is_at '{}'\"", command.path);
  std::string lines;
  for (const CommandDescription& subcommand : command.subcommands)
    lines += fmt::format("{} -a {} -d {}\n", begin, subcommand.name, fish_quoted(subcommand.help));
  for (const OptionDescription& option : command.options) {
    lines += begin;
    for (const std::string& name : option.names)
      lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (option.values > 0) lines += " -r" + fish_value(option);
    lines += " -d " + fish_quoted(option.help) + "\n";
  }
  for (const OptionDescription& place : command.places)
    if (place.kind != ValueKind::none) lines += begin + fish_value(place) + "\n";
  return lines;
}

std::string fish_values(const CommandDescription& command) {
  std::string cases;
  for (const OptionDescription& option : command.options)
    for (const std::string& name : option.names)
      if (option.values > 0)
        cases += fmt::format("        case '{} {}'\n            echo {}\n", command.path, name, option.values);
  return cases;
}

}  // namespace

std::string fish_completion(const CommandDescription& command) {
  std::string commands, first, dashes, values, lines;
  for_each_command(command, [&](const CommandDescription& each) {
    commands += " " + fish_quoted(each.path);
    if (each.program == ProgramPlace::first_word) first += " " + fish_quoted(each.path);
    if (each.program == ProgramPlace::behind_dashes) dashes += " " + fish_quoted(each.path);
    values += fish_values(each);
    lines += fish_lines(each);
  });
  return fmt::format(
             "# Completion of xomp for fish, made by `xomp completion fish`.\n\nset -g __xomp_commands{}\nset -g "
             "__xomp_with_program{}\nset -g __xomp_with_dashes{}\n\n# How many words an option takes.\nfunction "
             "__xomp_values\n    switch $argv[1]\n{}        case '*'\n            echo 0\n    end\nend\n",
             commands, first, dashes, values) +
         kFishWalk + lines;
}

}  // namespace xomp::tool
